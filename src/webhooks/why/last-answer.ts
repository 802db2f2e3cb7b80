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
export const answerFirst = `Your app responds after the platform’s ${platformWait} timeout. Respond first, then do the work.`

/** What was wrong with the app's answer to the newest delivery, and what to do; null where nothing is known to be. */
export function answerTrouble({ lastDelivery, received, tooSlowMs }: WhyFacts): AnswerTrouble | null {
  if (lastDelivery === null || lastDelivery.state === 'delivered') return null
  if (tooSlowMs !== null) {
    return {
      found: `the app's last response took ${Math.round(tooSlowMs / 100) / 10} s, but the platform waits only ${platformWait}`,
      remedy: answerFirst,
    }
  }
  const shown = received === null ? '`app emulator deliveries`' : `\`app webhook show ${received.id}\``
  // The platform sees the gateway's 502 and 504 there: those are no answers of the app.
  const error = received?.error ?? null
  if (error !== null) {
    return {
      found: `the last delivery had no response: ${noAnswerWords(error)}`,
      remedy: `${ownOutput(received)} ${shown} shows the delivery.`,
    }
  }
  return refusal(received?.status ?? lastDelivery.lastStatus, { shown, received })
}

/** What came through a gateway came to an app that `app dev` runs, as a rule, and then its output is kept. */
function ownOutput(received: WhyFacts['received']): string {
  return received === null ? 'Check the app output.' : 'Check the app output: `app dev logs --source app`.'
}

function refusal(
  status: number | null,
  { shown, received }: { readonly shown: string; readonly received: WhyFacts['received'] },
): AnswerTrouble | null {
  if (status === null || status <= 299) return null
  if (status === 401 && received !== null) {
    return {
      found: 'the app rejected the last delivery with 401, but the signature was valid at the gateway',
      remedy: `The app has a different signing secret than \`app env --reveal\` shows, or does not verify the raw bytes. ${shown} shows the signed bytes.`,
    }
  }
  return {
    found: `the app responded to the last delivery with ${status}`,
    remedy: `${shown} shows the response. ${ownOutput(received)}`,
    mayBeToken: true,
  }
}
