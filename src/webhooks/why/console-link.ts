import { isPlainLoopback } from '../../protocol/web-address.ts'
import { seen } from './arrived.ts'
import type { WhyFacts } from './facts.ts'
import { broken, good, inConsole, unknown } from './link.ts'
import { tunnelLink } from './tunnel-link.ts'

/** Returns a link about the URL in the live platform's console, as far as this machine knows it. */
export function consoleLink(facts: WhyFacts) {
  const { expectedUrl, confirmedUrl, dev } = facts
  if (isPlainLoopback(expectedUrl)) {
    if (dev === 'starting') return tunnelLink(facts)
    // Another machine may have confirmed its URL there. This machine's URL would divert its events.
    if (!facts.isConsoleConfirmed) {
      return unknown(
        'this machine has no confirmed console address',
        `${inConsole} If no other machine uses this app, run \`app register\`.`,
      )
    }
    return broken(
      `${expectedUrl} is on this machine, where the platform cannot reach it`,
      'Run `app dev --tunnel quick`, or set webhooks.url in app.toml to a public address. Then enter the address in the developer console.',
    )
  }
  if (confirmedUrl !== null && confirmedUrl !== expectedUrl) {
    return broken(
      `the console had ${confirmedUrl} when last confirmed, but deliveries are expected at ${expectedUrl}`,
      otherAddress(facts),
    )
  }
  const { any } = facts.arrived
  if (any !== null) return good(`${expectedUrl}, as confirmed for the console, and ${seen(any)} since then`)
  return unknown(
    `should be ${expectedUrl}${confirmedUrl === null ? '' : ', as confirmed for the console'}`,
    isAsking(facts) ? ANSWER_DEV : inConsole,
  )
}

/** An open tunnel before `app dev` is ready: it may be asking about the console. */
function isAsking({ dev, tunnel }: WhyFacts): boolean {
  return dev === 'starting' && tunnel !== null
}

const KEEP_PUBLISHED =
  'If the app is published, leave webhook_url unchanged, because events from every store are sent there.'
const ANSWER_DEV = `\`app dev\` is not ready yet and may be waiting for your answer in its terminal. ${KEEP_PUBLISHED}`

/** Returns what to do about another address in the console. Events of real stores must never be diverted to a development tunnel. */
function otherAddress(facts: WhyFacts): string {
  const { expectedUrl, tunnel } = facts
  if (isAsking(facts)) return ANSWER_DEV
  const change = `${expectedUrl} as webhook_url in the developer console, then confirm it:`
  // Without --dev, the registration has the addresses of app.toml, which may be those of production.
  return tunnel === null
    ? `Enter ${change} \`app register\`.`
    : `${KEEP_PUBLISHED} Otherwise, enter ${change} \`app register --dev\`.`
}
