import { verifyAdvice } from '../verify/verify-command.ts'
import { isSamePort, listeningLink } from './app-link.ts'
import type { Rejections, WhyFacts } from './facts.ts'
import { answerTrouble } from './last-answer.ts'
import { broken, good, unknown } from './link.ts'
import { tokenLink } from './token-link.ts'
import { closedTunnel } from './tunnel-link.ts'

const CHECK_SERVER = 'Check the server at the webhook address.'

/** Returns a link of the app's side while the webhook URL is not on this machine. */
function elsewhere(facts: WhyFacts) {
  const closed = closedTunnel(facts)
  if (closed === null) return unknown('the webhook address is not on this machine', CHECK_SERVER)
  return unknown(closed.state === 'broken' ? '`app dev` is not running' : closed.found, closed.remedy)
}

export function gatewayLink(facts: WhyFacts) {
  const { gateway, app, refusals, target } = facts
  if (gateway === null) return elsewhere(facts)
  if (!gateway.isListening)
    return broken(`nothing listens at ${gateway.url}`, 'Run `app dev`, or `app webhook listen`.')
  const [newest] = refusals
  if (newest === undefined) {
    return good(
      isSamePort(gateway.url, app.url)
        ? 'not in use, because events are sent directly to the app'
        : `listens at ${gateway.url}`,
    )
  }
  return broken(`rejected ${requests(newest)}: ${newest.reason}`, rejectionRemedy(newest.reason, target))
}

/** Returns the fix for the gateway's rejection reason; most often the signing secret is the cause. */
function rejectionRemedy(reason: string, target: WhyFacts['target']): string {
  switch (reason) {
    case 'too-old':
    case 'too-new':
      return `Check ${target === 'live' ? "this machine's clock" : 'the clock with `app emulator clock show`'}. If the clock is correct, the request has an outdated or wrong timestamp.`
    case 'too-large':
      return 'Find the sender. The body exceeds the gateway limit, which platform deliveries never do.'
    case 'too-slow':
      return 'Check the network or the tunnel. The body did not arrive in time.'
    case 'too-many':
      return "Wait for the platform's retries. Too many requests arrived together."
    default:
      return verifyAdvice
  }
}

export function requests({ count, since }: Pick<Rejections, 'count' | 'since'>): string {
  const what = count === 1 ? '1 request' : `${count} requests`
  return since === 'hour' ? `${what} in the last hour` : `${what} since the last platform delivery`
}

export function appLink(facts: WhyFacts) {
  const link = listeningLink(facts.app)
  // The app may run on another machine.
  if (facts.target === 'live' && facts.gateway === null && link.state === 'broken') return elsewhere(facts)
  const trouble = link.state === 'ok' ? answerTrouble(facts) : null
  if (trouble === null) return link
  const isTokens = trouble.mayBeToken === true && tokenLink(facts).state === 'broken'
  return broken(
    trouble.found,
    isTokens ? `${trouble.remedy} The token may be the cause: see the link "app token".` : trouble.remedy,
  )
}
