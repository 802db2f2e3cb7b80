import type { LoadAnswer } from '../../webhooks/send-many.ts'
import { facts } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats the results of a load run. */
export const loadView: View<LoadAnswer> = (answer, looks) => {
  const { count, accepted, rejected, lost, unsent, statuses, p50, p99, tookMs, perSecond } = answer
  const counts = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
  return facts(
    [
      ['sent', `${count - unsent} of ${count} in ${(tookMs / 1000).toFixed(1)} s, ${perSecond}/s`],
      ['accepted', String(accepted)],
      ['rejected', String(rejected)],
      ['lost', `${lost}, sent without a response`],
      ['responses', counts.length === 0 ? 'none' : counts.join(', ')],
      ['p50', p50 === null ? '–' : `${p50} ms`],
      ['p99', p99 === null ? '–' : `${p99} ms`],
    ],
    looks,
  )
}

/** Formats the progress for stderr. */
export function loadProgress({ accepted, rejected, lost, unsent }: LoadProgress, count: number): string {
  return `${accepted + rejected + lost + unsent} of ${count}: ${accepted} accepted, ${rejected} rejected, ${lost + unsent} without a response`
}

type LoadProgress = Pick<LoadAnswer, 'accepted' | 'rejected' | 'lost' | 'unsent'>
