import { TooBusy } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { findings } from '../../finding.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { mustReject } from './rejected.ts'

/** Distance in seconds of a delivery from the five-minute limit: the request itself takes time, more on a busy machine. */
const MARGIN = 30

/** Five minutes (LIM-008). */
const WINDOW = 300

/** The five-minute window, on both sides of both edges. */
export const windowChecks: readonly Check[] = [
  mustReject({
    id: 'window',
    title: 'A delivery signed more than five minutes ago is rejected',
    accepted: 'A delivery signed more than five minutes ago is accepted',
    rules: ['HOOK-015'],
    why: 'Anyone who has seen one delivery can resend it at any time.',
    remedy:
      'After verifying the signature, reject with 401 when the timestamp and the current time differ by more than 300 seconds.',
    make: async (harness) => {
      const [edge, hour] = await Promise.all([
        harness.event({ ageSeconds: WINDOW + 1 }),
        harness.event({ ageSeconds: 3600 }),
      ])
      return [
        { what: 'signed 301 seconds ago', delivery: edge.delivery },
        { what: 'signed an hour ago', delivery: hour.delivery },
      ]
    },
  }),
  mustReject({
    id: 'future',
    needs: ['signature.window'],
    title: 'A delivery signed more than five minutes in the future is rejected',
    accepted: 'A delivery signed more than five minutes in the future is accepted',
    rules: ['HOOK-015'],
    why: 'The window applies in both directions. An attacker can store a delivery dated in the future and resend it until that time.',
    remedy: 'Compare the absolute difference: reject with 401 when Math.abs(now - timestamp) > 300.',
    validMs: MARGIN * 1000,
    make: async (harness) => {
      const [edge, hour] = await Promise.all([
        harness.event({ ageSeconds: -WINDOW - MARGIN }),
        harness.event({ ageSeconds: -3600 }),
      ])
      return [
        { what: 'signed 330 seconds in the future', delivery: edge.delivery },
        { what: 'signed an hour in the future', delivery: hour.delivery },
      ]
    },
  }),
  {
    id: 'signature.window-open',
    title: 'A delivery whose timestamp is within five minutes of now is accepted',
    rules: ['HOOK-016'],
    needs: ['answer.order'],
    run: async (harness) => {
      const madeAt = harness.clock()
      const events = await Promise.all([WINDOW - MARGIN, 1 - WINDOW].map((ageSeconds) => harness.event({ ageSeconds })))
      const seen = await Promise.all(
        events.map(async ({ delivery }) => ({ delivery, answer: await lastAnswer(harness, harness.app, delivery) })),
      )
      const wrong = seen.filter(({ answer }) => !isTaken(answer))
      if (harness.clock() - madeAt >= MARGIN * 1000) throw new TooBusy()
      return findings(
        wrong.map(({ delivery, answer }) => requestEvidence(delivery, answer)),
        {
          severity: 'error',
          title: 'A genuine delivery is rejected although its timestamp is within five minutes of now',
          why: 'The platform sends the timestamp in Unix seconds, and clocks differ. A delivery is valid within five minutes either way.',
          remedy: 'Read X-Service-Timestamp as whole Unix seconds, and accept a difference of up to 300 seconds.',
        },
      )
    },
  },
]
