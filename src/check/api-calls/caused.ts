import type { AppInstance } from '../bench/app-instance.ts'
import type { ApiCall } from '../bench/calls.ts'
import { isAbout } from '../bench/work.ts'
import { looksAlike } from '../panel/look.ts'
import { callsWith } from '../stores/tokens.ts'
import { addressOf } from './called-endpoint.ts'

/** An app, and installs of it that never get an event. */
interface QuietInstalls {
  readonly app: AppInstance
  readonly idle: readonly { readonly token: string }[]
}

/**
 * Whether an event has caused a call: it is about the order of the event, or of a kind that the app never makes for an install without events. An app may also poll
 * for each of its installs, and refresh them by a timer (GEN-014, DELTA-010).
 */
export function isCausedBy(
  quiet: QuietInstalls,
  { orderId }: { readonly orderId: number },
): (call: ApiCall) => boolean {
  const isAboutOrder = isAbout({ id: orderId })
  return (call) => isAboutOrder(call) || !unaskedKinds(quiet).has(kindOf(call))
}

/** The kinds of calls that no event has caused, as far as they were seen by now. */
function unaskedKinds({ app, idle }: QuietInstalls): ReadonlySet<string> {
  return new Set(idle.flatMap(({ token }) => callsWith(app, token).map(kindOf)))
}

function kindOf({ method, path }: ApiCall): string {
  return `${method} ${looksAlike(addressOf({ path }).pathname)}`
}

/** Longer than the pause after which most apps look for news at the platform, in ms: by then their polls for other installs have shown what kind of calls these are. */
export const RESTLESS_MS = 2500
