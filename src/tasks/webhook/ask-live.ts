import { context as installationContext } from '../../catalog/resources/context.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Install } from '../../project/installs.ts'
import { liveLevel } from '../../project/live/live-lock.ts'
import { isTrustedOrigin } from '../../project/origin-trust.ts'
import { openInstall } from '../call/open-client.ts'
import type { WhyPlace } from './why-install.ts'

/** What the live platform says of an install's token, which is all that it shows of the install. */
export type TokenWord = 'accepted' | 'payment-pending' | 'rejected'

const words: Readonly<Partial<Record<string, TokenWord>>> = {
  'api.payment-pending': 'payment-pending',
  'api.unauthorized': 'rejected',
}

/** Asks with the token that is stored here, as `app doctor` does; null if it cannot be asked, or says something else. */
export async function askLive(
  context: Context,
  { project, target }: Pick<WhyPlace, 'project' | 'target'>,
  install: Install | null,
): Promise<TokenWord | null> {
  if (install === null || target.name !== 'live') return null
  if (liveLevel(context.env, target) === 'off' || !isTrustedOrigin(context, target)) return null
  const wanted = { project, target, store: undefined, region: undefined }
  try {
    const { client, close } = await openInstall(context, wanted, { install, current: null })
    await client.call(installationContext.get).finally(close)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cli.interrupted') throw error
    return words[error.code] ?? null
  }
}
