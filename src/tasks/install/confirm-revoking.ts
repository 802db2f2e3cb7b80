import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import type { Context } from '../../context.ts'
import { regionWords } from '../../dev/installs/place.ts'
import { AppError } from '../../errors.ts'
import { newTokenNote, revokingWarning, type TokenReceiver } from '../../install/advice.ts'
import { withInstalls, type AppIdentity, type Install } from '../../project/installs.ts'
import { platformName } from '../../project/platforms/choose-platform.ts'
import { placeOfFolder, runningNote } from '../../project/platforms/session-place.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { shownStore } from '../selection/choose-install.ts'

export interface RevokingInstall {
  readonly app: AppIdentity
  /** Project folder. */
  readonly dir: string
  /** Receiver of the new token. */
  readonly receiver: TokenReceiver
  /** `--yes`. */
  readonly isAgreed: boolean
}

/** A token is replaced per store and region, or per store for a store-wide install (TOK-014). */
export type InstallTo = Pick<Install, 'storeId' | 'regionId'>

/**
 * Warns before an install on the live platform and asks for consent before a URL is printed or opened. Raises
 * `usage.missing` without a terminal and `--yes`, and `cli.interrupted` if the user declines.
 */
export async function confirmRevoking(context: Context, install: RevokingInstall): Promise<void> {
  const used = withInstalls(context.paths, (installs) => installs.list(install.app))
  return confirm(context, install, {
    warning: [revokingWarning(install.receiver, install.dir), ...usedBy(used)].join(' '),
    message: `Install ${install.app.appKey} on the live platform?`,
    otherwise: TOKEN_ELSEWHERE,
  })
}

/**
 * Does the same on the emulator, only if a running app uses the token. With `place` null, the user selects the store in another browser, so each store counts.
 */
export async function confirmReplacing(
  context: Context,
  install: RevokingInstall,
  place: InstallTo | null,
): Promise<void> {
  const { app, receiver } = install
  const used = withInstalls(context.paths, (installs) => installs.list(app)).filter(
    (one) => isInUse(context, one) && (place === null || isSamePlace(one, place)),
  )
  if (used.length === 0) return
  return confirm(context, install, {
    warning: [
      ...usedBy(used),
      `The app is running, and this install revokes its token. ${newTokenNote(receiver)}`,
    ].join(' '),
    message: 'Install and revoke that token?',
    otherwise: 'To install through the running app, press i in its `app dev`.',
  })
}

export function isSamePlace(one: InstallTo, other: InstallTo): boolean {
  return one.storeId === other.storeId && one.regionId === other.regionId
}

function isInUse({ paths }: Context, { holder, holderDir, refusedAt }: Install): boolean {
  if (holder !== 'app' || holderDir === undefined || refusedAt !== undefined) return false
  const run = runningNote(placeOfFolder(paths, holderDir, paths.registration))
  return run?.['target'] === 'emulator' && run['platform'] === platformName(paths)
}

interface Question {
  readonly warning: string
  readonly message: string
  /** Alternative for the user. */
  readonly otherwise: string
}

async function confirm(
  { terminal }: Context,
  { isAgreed }: RevokingInstall,
  { warning, message, otherwise }: Question,
): Promise<void> {
  if (isAgreed) return terminal.note(warning)
  if (!terminal.isInteractive) {
    throw new AppError('usage.missing', `${warning} Nothing was opened.`, {
      suggestions: ['To install anyway, add --yes.', otherwise],
    })
  }
  terminal.note(warning)
  if (await terminal.ask.confirm({ message, default: false })) return
  throw new AppError('cli.interrupted', 'Nothing was opened or installed.', { suggestions: [otherwise] })
}

/** Returns one sentence per holder, about all of its tokens. */
function usedBy(used: readonly Install[]): string[] {
  return [...Map.groupBy(used, whoseToken)].map(([whose, installs]) => {
    const places = installs.map((one) => `${shownStore(one)}, ${regionWords(one)}`)
    return `${whose} ${places.length > 1 ? 'tokens' : 'token'} of ${places.join(', and of ')}.`
  })
}

function whoseToken({ holder, holderDir, refusedAt }: Install): string {
  if (refusedAt !== undefined) return 'The platform rejects the stored'
  if (holder === 'cli') return 'This tool has the'
  return holder === 'app' ? `The app in ${foreignText(holderDir ?? 'another folder')} has the` : 'An app has the'
}
