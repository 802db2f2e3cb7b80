import { context as installationContext } from '../../catalog/resources/context.ts'
import { IF_IT_LASTS } from '../../client/intercepted.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { adviceOn } from '../../errors/advice.ts'
import type { Install } from '../../project/installs.ts'
import { liveLevel } from '../../project/live/live-lock.ts'
import { isTrustedOrigin } from '../../project/origin-trust.ts'
import type { WhyFacts } from '../../webhooks/why/facts.ts'
import { openInstall, type ClientInput } from '../call/open-client.ts'

/** The live platform's verdict on a token, which is all that it shows of an install. */
export interface TokenWord {
  readonly word: 'accepted' | 'payment-pending' | 'unknown'
  /** The token's install, or null if unknown. */
  readonly install: Install | null
  readonly rejection: WhyFacts['rejection']
}

/** Asks with a saved install's token, or with SVCAPP_TOKEN if `install` is null, as `app doctor` does. */
export async function askLive(
  context: Context,
  { project, target }: Pick<ClientInput, 'project' | 'target'>,
  install: Install | null,
): Promise<TokenWord> {
  const unasked = { word: 'unknown', install, rejection: null } as const
  if (liveLevel(context.env, target) === 'off' || !isTrustedOrigin(context, target)) return unasked
  const wanted = { project, target, store: undefined, region: undefined }
  try {
    const { client, close, install: known } = await openInstall(context, wanted, { install, current: null })
    // Opening the client has already read the context if the install was unknown.
    if (install === null) close()
    else await client.call(installationContext.get).finally(close)
    return { word: 'accepted', install: known, rejection: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cli.interrupted') throw error
    if (error.code === 'api.payment-pending') return { ...unasked, word: 'payment-pending' }
    return { ...unasked, rejection: rejectionOf(error, install) }
  }
}

/** Returns the failed call's error, or null if the platform was not asked. */
function rejectionOf({ code, message, advice }: AppError, install: Install | null): WhyFacts['rejection'] {
  const isRejected = code === 'api.unauthorized' || (install === null && code === 'install.unknown')
  if (!isRejected && !/^(api|net)\./.test(code)) return null
  return {
    isFailure: !isRejected,
    found: message.replace(/^Th/, 'th').replace(/\.$/, ''),
    remedy: adviceOn('live', advice).join(' ') || `Try again later. ${IF_IT_LASTS}`,
  }
}
