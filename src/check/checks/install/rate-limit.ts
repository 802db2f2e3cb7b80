import { callEvidence } from '../../api-calls/call-evidence.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { findings } from '../../finding.ts'
import { patience } from '../../harness/work.ts'
import { installWith } from '../../stores/spare-place.ts'

const WAIT_SECONDS = 20

/** Time in ms on an idle machine to watch the app after its exchange was rejected. */
const WATCH_MS = 1000

/** A single early repeat wastes a code. More of them keep every app on the server's address above the limit. */
const MOST = 2

export const rateLimit: Check = {
  id: 'install.rate-limit',
  title: 'After 429 at the exchange, the app waits as long as Retry-After requires',
  rules: ['EXCH-015', 'EXCH-017'],
  needs: ['install.works'],
  run: async (harness) => {
    const refusal = {
      kind: 'answer',
      status: 429,
      headers: { 'Retry-After': String(WAIT_SECONDS) },
      body: JSON.stringify({ success: false, message: 'Too many requests.' }),
    } as const
    const watch = () => patience(harness, harness.app, WATCH_MS)
    const { exchanges } = await installWith(harness, refusal, watch)
    const [first, ...repeats] = exchanges
    if (first === undefined) throw new CannotJudge('the app exchanges no code')
    const early = repeats.filter(({ at }) => at - first.at < WAIT_SECONDS * 1000)
    if (early.length === 0) return []
    return findings(callEvidence(early), {
      severity: early.length > MOST ? 'error' : 'warning',
      title: `After 429, the app repeats the exchange before the ${WAIT_SECONDS} seconds in Retry-After have passed`,
      why: 'The limit of 30 exchanges a minute counts all stores, so each repeat also delays other installs.',
      remedy: 'Ask the owner to try again later, or wait as long as Retry-After requires.',
    })
  },
}
