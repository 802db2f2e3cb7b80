import { isTopic, topics } from '../catalog/topics.ts'
import type { TokenHolder } from '../project/installs.ts'

export interface ReportInput {
  readonly asked: { readonly required: readonly string[]; readonly optional: readonly string[] }
  readonly granted: readonly string[]
  /** Topics of the registration. */
  readonly topics: readonly string[]
  readonly replaced: boolean
  readonly isPaymentPending: boolean
  /** Who exchanged the code. Default: the app. */
  readonly holder?: TokenHolder
  /** Default: the emulator. */
  readonly target?: 'emulator' | 'live'
  /** Holder of the token that the install revoked. */
  readonly heldBefore?: TokenHolder | undefined
}

export interface MissingSubscription {
  readonly topic: string
  /** Scope that the topic needs (assumed, N6), or null for an unknown topic. */
  readonly scope: string | null
}

export interface InstallReport {
  /** Scopes that were requested but not granted. */
  readonly notGranted: readonly string[]
  /** Subscriptions that the platform silently skips (INST-076 to INST-079). */
  readonly missingSubscriptions: readonly MissingSubscription[]
  /** Notes for the developer. */
  readonly hints: readonly string[]
}

/** Compares granted with requested scopes, and reports every silent trap of a new install. */
export function reportInstall({
  asked,
  granted,
  topics: wanted,
  replaced,
  isPaymentPending,
  holder = 'app',
  heldBefore,
  target = 'emulator',
}: ReportInput): InstallReport {
  const notGranted = [...asked.required, ...asked.optional].filter((scope) => !granted.includes(scope))
  const missingSubscriptions = wanted.flatMap((topic) => missing(topic, granted))
  const hints: string[] = []
  if (replaced) hints.push('The new install replaced an earlier one and revoked its token.')
  if (holder === 'cli') {
    const lost =
      heldBefore === 'app'
        ? "Your app's token for this store and region is revoked, so its calls there now fail with 401. The new token is only for this tool."
        : 'The new token is only for this tool. If your app or a colleague had a token for this store and region, that token is now revoked.'
    const dev = target === 'live' ? '`app dev --target live`' : '`app dev`'
    hints.push(`${lost} To install through your app, start ${dev} and press i.`)
  }
  if (notGranted.length > 0) {
    hints.push(
      `Not granted: ${notGranted.join(', ')}. Scopes are frozen at install, so a later grant needs a new install.`,
    )
  }
  for (const { topic, scope } of missingSubscriptions) {
    hints.push(
      scope === null
        ? `No subscription to ${topic}, which is an unknown topic.`
        : `No subscription to ${topic}. It needs ${scope} (assumed), which was not granted. The platform does not report missing subscriptions.`,
    )
  }
  if (isPaymentPending) {
    hints.push(
      'Payment is pending. Until the store owner pays, every API call fails with 402 and no event is delivered.',
    )
  }
  return { notGranted, missingSubscriptions, hints }
}

function missing(topic: string, granted: readonly string[]): MissingSubscription[] {
  if (!isTopic(topic)) return [{ topic, scope: null }]
  const { scope } = topics[topic]
  return scope === null || granted.includes(scope) ? [] : [{ topic, scope }]
}
