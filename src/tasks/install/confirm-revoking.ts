import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { revokingWarning } from '../../install/advice.ts'
import { withInstalls, type AppIdentity, type Install, type TokenHolder } from '../../project/installs.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { shownStore } from '../meant/choose-install.ts'
import { regionWords } from './forget-install.ts'

export interface RevokingInstall {
  readonly app: AppIdentity
  /** Who gets the new token. */
  readonly receiver: TokenHolder
  /** `--yes`. */
  readonly isAgreed: boolean
}

/**
 * Says what an install on the live platform does to a token that is in use, and asks before an address is printed or opened. Raises `usage.missing` where
 * nobody can be asked and `--yes` is missing, `cli.interrupted` when the answer is no.
 */
export async function confirmRevoking(
  { terminal, paths }: Context,
  { app, receiver, isAgreed }: RevokingInstall,
): Promise<void> {
  const used = withInstalls(paths, (installs) => installs.list(app))
  const warning = [revokingWarning(receiver), ...used.map(usedBy)].join(' ')
  if (isAgreed) return terminal.note(warning)
  if (!terminal.isInteractive) {
    throw new AppError('usage.missing', `${warning} Nothing was opened.`, {
      suggestions: ['To install anyway: add --yes.', TOKEN_ELSEWHERE],
    })
  }
  terminal.note(warning)
  if (await terminal.ask.confirm({ message: 'Install on the live platform?', default: false })) return
  throw new AppError('cli.interrupted', 'Nothing was opened or installed.', { suggestions: [TOKEN_ELSEWHERE] })
}

function usedBy(install: Install): string {
  const { holder, holderDir, refusedAt } = install
  if (refusedAt !== undefined)
    return `The platform rejects the token of ${shownStore(install)}, ${regionWords(install)}, that is stored here.`
  const whose =
    holder === 'cli'
      ? 'This tool'
      : holder === 'app'
        ? `The app in ${foreignText(holderDir ?? 'another folder')}`
        : 'An app'
  return `${whose} has the token of ${shownStore(install)}, ${regionWords(install)}.`
}
