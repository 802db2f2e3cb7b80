import { noAnswerWords } from '../gateway-rejection.ts'
import { platformWait } from '../too-slow.ts'
import type { WhyFacts } from './facts.ts'

interface AnswerTrouble {
  readonly found: string
  readonly remedy: string
  /** Set if an app without a working token may respond so. */
  readonly mayBeToken?: true
}

/** Fix for an app that responds too late: another attempt fails as this one did. */
export const answerFirst = `Respond first, then do the work. Your app responds after the platform's ${platformWait} timeout.`

/** Returns the fault of the app's response to the newest delivery, and its fix; null if no fault is known. */
export function answerTrouble({ lastDelivery, received, tooSlowMs }: WhyFacts): AnswerTrouble | null {
  if (lastDelivery === null || lastDelivery.state === 'delivered') return null
  if (tooSlowMs !== null) {
    return {
      found: `the app's last response took ${Math.round(tooSlowMs / 100) / 10} s, but the platform waits only ${platformWait}`,
      remedy: answerFirst,
    }
  }
  const shown = received === null ? '`app emulator deliveries`' : `\`app webhook show ${received.id}\``
  // The platform sees the gateway's 502 and 504, which are no responses of the app.
  const error = received?.error ?? null
  if (error !== null) {
    return {
      found: `the last delivery had no response: ${noAnswerWords(error)}`,
      remedy: `${ownOutput(received)} To see the delivery, run ${shown}.`,
    }
  }
  return rejection(received?.status ?? lastDelivery.lastStatus, { shown, received })
}

/** A delivery through a gateway usually reached an app that `app dev` runs, and then its output is stored. */
function ownOutput(received: WhyFacts['received']): string {
  return received === null ? 'Check the app output.' : 'Check the app output: `app dev logs --source app`.'
}

function rejection(
  status: number | null,
  { shown, received }: { readonly shown: string; readonly received: WhyFacts['received'] },
): AnswerTrouble | null {
  if (status === null || status <= 299) return null
  if (status === 401 && received !== null) {
    return {
      found: 'the app rejected the last delivery with 401, but the signature was valid at the gateway',
      remedy: `Compare the app's signing secret with \`app env --reveal\`, and verify the raw bytes. ${shown} shows the signed bytes.`,
    }
  }
  return {
    found: `the app responded to the last delivery with ${status}`,
    remedy: `To see the response, run ${shown}. ${ownOutput(received)}`,
    mayBeToken: true,
  }
}
