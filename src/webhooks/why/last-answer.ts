import { noAnswerWords } from '../gateway-refusal.ts'
import { platformWait } from '../too-slow.ts'
import type { WhyFacts } from './facts.ts'

interface AnswerTrouble {
  readonly found: string
  readonly remedy: string
  /** Whether an app without a working token may answer so. */
  readonly mayBeToken?: true
}

/** The remedy for an app whose answers come too late: another attempt fails as this one did. */
export const answerFirst = `Your app takes longer than the ${platformWait} that the platform waits: answer first, work later.`

/** What was wrong with the app's answer to the newest delivery, and what to do; null where nothing is known to be. */
export function answerTrouble({ lastDelivery, received, tooSlowMs }: WhyFacts): AnswerTrouble | null {
  if (lastDelivery === null || lastDelivery.state === 'delivered') return null
  if (tooSlowMs !== null) {
    return {
      found: `it took ${Math.round(tooSlowMs / 100) / 10} s for the last one, and the platform stops waiting after ${platformWait}`,
      remedy: answerFirst,
    }
  }
  const shown = received === null ? '`app emulator deliveries`' : `\`app webhook show ${received.id}\``
  // The platform sees the gateway's 502 and 504 there: those are no answers of the app.
  const error = received?.error ?? null
  if (error !== null) {
    return {
      found: `the last one had no answer: ${noAnswerWords(error)}`,
      remedy: `${ownOutput('Its', received)}. ${shown} shows what came.`,
    }
  }
  return refusal(received?.status ?? lastDelivery.lastStatus, { shown, received })
}

/** What came through a gateway came to an app that `app dev` runs, as a rule, and then its output is kept. */
function ownOutput(its: 'Its' | 'its', received: WhyFacts['received']): string {
  return `${its} own output says why${received === null ? '' : ': `app dev logs --source app`'}`
}

function refusal(
  status: number | null,
  { shown, received }: { readonly shown: string; readonly received: WhyFacts['received'] },
): AnswerTrouble | null {
  if (status === null || status <= 299) return null
  if (status === 401 && received !== null) {
    return {
      found: 'it answered 401 to the last one, whose signature was right at the gateway',
      remedy: `The app has another signing secret than \`app env --reveal\` shows, or does not verify the bytes as they came. ${shown} shows what was signed.`,
    }
  }
  return {
    found: `it answered ${status} to the last one`,
    remedy: `${shown} says what it answered; ${ownOutput('its', received)}.`,
    mayBeToken: true,
  }
}
