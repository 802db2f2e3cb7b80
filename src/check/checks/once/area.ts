import { CannotJudge, type Area, type Check, type Finding } from '../../check.ts'
import { withoutTopics } from '../without-topics.ts'
import { onceApps, onceTrial, type Experiment } from './trial.ts'

interface Once {
  readonly experiment: Experiment
  readonly title: string
  readonly more: string
  readonly never?: string
  readonly needs?: readonly string[]
  /** Why it could not be tried. */
  readonly untried?: string
}

const WHY_MORE =
  'The platform sends an event again whenever it is not sure that it arrived. What takes effect twice is paid, counted or written twice.'

const WHY_NEVER =
  'The event was not answered with 2xx, so it comes again; the app takes the second for a repeat although the first did nothing, and the work is lost.'

const REMEDY =
  'Write the eventId and the effect in one transaction, the eventId as a unique key, and skip the effect where the key is there already.'

const experiments: readonly Once[] = [
  {
    experiment: 'duplicate',
    title: 'An event that comes twice takes effect once',
    more: 'An event that comes twice takes effect twice',
  },
  {
    experiment: 'late',
    title: 'An event that comes again after another one takes effect once',
    more: 'An event that comes again after another one takes effect again',
    needs: ['once.duplicate'],
  },
  {
    experiment: 'parallel',
    title: 'An event that comes several times at the same moment takes effect once',
    more: 'An event that comes several times at the same moment takes effect more than once',
    never: 'An event that comes several times at the same moment takes no effect',
    needs: ['once.duplicate'],
  },
  {
    experiment: 'failure',
    title: 'An event whose work failed takes effect when it comes again',
    more: 'An event whose work failed at first takes effect more than once',
    never: 'An event whose work failed takes no effect when it comes again',
    needs: ['once.duplicate', 'answer.safe'],
    untried: 'the app takes no event for a while after a call that failed',
  },
  {
    experiment: 'instances',
    title: 'An event that comes to two instances at once takes effect once',
    more: 'An event that comes to two instances of the app takes effect more than once',
    never: 'An event that comes to two instances of the app takes no effect',
    needs: ['once.parallel'],
    untried: 'a second instance on the same files does not start',
  },
  {
    experiment: 'restart',
    title: 'An event that comes again after a restart takes effect once',
    more: 'An event that comes again after a restart takes effect again',
    needs: ['once.duplicate', 'once.late'],
  },
  {
    experiment: 'kill',
    title: 'An event that is being worked on when the process is killed takes effect once',
    more: 'An event that was being worked on when the process was killed takes effect more than once',
    never: 'An event that was being worked on when the process was killed never takes effect',
    needs: ['once.restart', 'answer.safe'],
    untried: 'an event makes the app ask the platform nothing',
  },
]

export const onceArea: Area = { id: 'once', absent: withoutTopics, checks: experiments.map(checkOf) }

function checkOf({ experiment, title, more, never, needs = [], untried = '' }: Once): Check {
  return {
    id: `once.${experiment}`,
    title,
    rules: ['HOOK-018'],
    needs: ['answer.order', ...needs],
    ahead: onceApps,
    run: async (bench) => {
      const trial = await onceTrial(bench)
      const counted = await trial[experiment]
      if (counted === null) throw new CannotJudge(untried)
      const { times, isOfRows, evidence } = counted
      const found = (what: string, why: string): Finding[] => [
        { severity: isOfRows ? 'warning' : 'error', title: what, why, remedy: REMEDY, evidence },
      ]
      if (times === 'later') return [waits(evidence)]
      if (times === 'more') return found(more, WHY_MORE)
      return times === 'never' && never !== undefined ? found(never, WHY_NEVER) : []
    },
  }
}

function waits(evidence: Finding['evidence']): Finding {
  return {
    severity: 'warning',
    title: 'An event that was being worked on when the process was killed waits for long',
    rules: [],
    why: 'It is written down, and nobody has taken it up in the seconds after the new start: what is leased to a process that is gone waits until the lease ends. (Advice of svcapp.)',
    remedy:
      'Where one process alone works, give back at its start what was leased; else keep leases short, and renew them.',
    evidence,
  }
}
