import { callEvidence } from '../../api-calls/call-evidence.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Area, Check, Finding } from '../../check.ts'
import { warning } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { withoutTopics } from '../without-topics.ts'
import { onceApps } from './learned.ts'
import { onceTrial, type Experiment } from './trial.ts'

interface OnceCheck {
  readonly experiment: Experiment
  readonly title: string
  readonly more: string
  readonly never?: string
  readonly needs?: readonly string[]
  readonly unless?: readonly string[]
  /** Why it could not be tried. */
  readonly untried?: string
}

const WHY_MORE =
  'The platform resends an event whenever it is not sure that the event arrived. A second effect can be a second payment, count or write.'

const WHY_NEVER =
  'The app did not return 2xx, so the platform resends the event. The app treats the second attempt as a duplicate although the first attempt did nothing, and the work is lost.'

const REMEDY =
  'Write the eventId and the effect in one transaction, with eventId as a unique key. Skip the effect if the key exists.'

const experiments: readonly OnceCheck[] = [
  {
    experiment: 'duplicate',
    title: 'An event that arrives twice takes effect once',
    more: 'An event that arrives twice takes effect twice',
  },
  {
    experiment: 'late',
    title: 'An event that arrives again after a different event takes effect once',
    more: 'An event that arrives again after a different event takes effect again',
    needs: ['once.duplicate'],
  },
  {
    experiment: 'parallel',
    title: 'An event that arrives several times at the same moment takes effect once',
    more: 'An event that arrives several times at the same moment takes effect more than once',
    never: 'An event that arrives several times at the same moment does not take effect',
    needs: ['once.duplicate'],
  },
  {
    experiment: 'failure',
    title: 'An event whose work failed takes effect when it arrives again',
    more: 'An event whose work failed at first takes effect more than once',
    never: 'An event whose work failed does not take effect when it arrives again',
    needs: ['once.duplicate', 'answer.safe'],
    untried: 'the app does not accept events for a while after a failed call',
  },
  {
    experiment: 'instances',
    title: 'An event that arrives at two instances at the same time takes effect once',
    more: 'An event that arrives at two instances of the app at the same time takes effect more than once',
    never: 'An event that arrives at two instances of the app at the same time does not take effect',
    needs: ['once.parallel'],
    unless: ['once.late', 'once.restart'],
    untried: 'the app runs only one instance, which is fine: a second one on the same files does not start',
  },
  {
    experiment: 'restart',
    title: 'An event that arrives again after a restart takes effect once',
    more: 'An event that arrives again after a restart takes effect again',
    needs: ['once.duplicate', 'once.late'],
  },
  {
    experiment: 'kill',
    title: 'An event that the app is working on when its process is killed takes effect once',
    more: 'An event that the app was working on when its process was killed takes effect more than once',
    never: 'An event that the app was working on when its process was killed never takes effect',
    needs: ['once.restart', 'answer.safe'],
    unless: ['once.failure'],
    untried: 'an event does not trigger a call to the platform',
  },
]

const repeats: Check = {
  id: 'once.repeat-accepted',
  title: 'An event that arrives again is accepted',
  rules: [],
  needs: ['answer.order'],
  ahead: onceApps,
  run: async (harness) => {
    const { repeat, event } = await (await onceTrial(harness)).duplicate
    if (repeat === null) throw new CannotJudge('the app does not accept the first attempt')
    if (isTaken(repeat)) return []
    return warning({
      title: 'A repeated event is rejected each time',
      why: 'When the first response is lost, the event is resent until it is a dead letter, although its work is done. (Advice from svcapp.)',
      remedy: 'Return 2xx for an event that you have already handled.',
      evidence: [requestEvidence(event.delivery, repeat)],
    })
  },
}

export const onceArea: Area = { id: 'once', absent: withoutTopics, checks: [...experiments.map(checkOf), repeats] }

function checkOf({ experiment, title, more, never, needs = [], unless = [], untried = '' }: OnceCheck): Check {
  return {
    id: `once.${experiment}`,
    title,
    rules: ['HOOK-018'],
    needs: ['answer.order', ...needs],
    unless,
    ahead: onceApps,
    run: async (harness) => {
      const trial = await onceTrial(harness)
      const counted = await trial[experiment]
      if (counted === null) throw new CannotJudge(untried)
      const { times, isOfRows, evidence, repeated } = counted
      const found = (what: string, why: string): Finding[] => [
        { severity: isOfRows ? 'warning' : 'error', title: what, why, remedy: REMEDY, evidence },
      ]
      if (times === 'later') return waits(evidence)
      if (times === 'more') return found(more, WHY_MORE)
      if (times === 'never' && never !== undefined) return found(never, WHY_NEVER)
      return repeated.length > 0 ? worksAgain(repeated) : []
    },
  }
}

function worksAgain(calls: readonly ApiCall[]): readonly Finding[] {
  return warning({
    title: 'An event that arrives again triggers its API calls again',
    why: 'The app does not skip the repeat, although its effect is counted once. A backlog of resent events can exhaust the budget of 600 calls a minute.',
    remedy: 'Store each eventId so that it survives a restart, and skip an event that is already stored.',
    evidence: callEvidence(calls),
  })
}

function waits(evidence: Finding['evidence']): readonly Finding[] {
  return warning({
    title: 'An event that the app was working on when its process was killed is not picked up soon after the restart',
    rules: [],
    why: 'The event is stored, but no process picks it up in the seconds after the restart. Work leased to a dead process waits until the lease expires. (Advice from svcapp.)',
    remedy: 'With a single process, release all leases at startup. Otherwise keep leases short, and renew them.',
    evidence,
  })
}
