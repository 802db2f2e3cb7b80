import type { AppInstance } from '../harness/app-instance.ts'
import type { ApiCall } from '../harness/calls.ts'
import { callsWith } from '../harness/tokens.ts'
import { isAbout } from '../harness/work.ts'
import { looksAlike } from '../panel/look.ts'
import { addressOf } from './called-endpoint.ts'

/** An app and its installs that never get an event. */
interface QuietInstalls {
  readonly app: AppInstance
  readonly idle: readonly { readonly token: string }[]
}

/**
 * Returns true if an event caused a call: the call is about the event's order, or of a kind that the app never makes for
 * an install without events. An app may also poll for each install, and refresh installs by a timer (GEN-014, DELTA-010).
 */
export function isCausedBy(
  quiet: QuietInstalls,
  { orderId }: { readonly orderId: number },
): (call: ApiCall) => boolean {
  const isAboutOrder = isAbout({ id: orderId })
  return (call) => isAboutOrder(call) || !unaskedKinds(quiet).has(kindOf(call))
}

/** Returns the kinds of calls seen so far that no event caused. */
function unaskedKinds({ app, idle }: QuietInstalls): ReadonlySet<string> {
  return new Set(idle.flatMap(({ token }) => callsWith(app, token).map(kindOf)))
}

function kindOf({ method, path }: ApiCall): string {
  return `${method} ${looksAlike(addressOf({ path }).pathname)}`
}

/** In ms, longer than the polling pause of most apps. By then, polls for other installs have shown what kind of calls these are. */
export const RESTLESS_MS = 2500
