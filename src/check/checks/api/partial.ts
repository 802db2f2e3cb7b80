import { callEvidence } from '../../api-calls/call-evidence.ts'
import { calledEndpoint } from '../../api-calls/called-endpoint.ts'
import {
  apiFixture,
  callingInstall,
  isWorkOf,
  sendEvent,
  whileFaulty,
  type WatchedInstall,
} from '../../api-calls/fixture.ts'
import { topicCalls } from '../../api-calls/topic-calls.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { keepsMore, findTraces } from '../../harness/app-state/event-traces.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import { patience, untilCall } from '../../harness/work.ts'
import { looksAlike } from '../../panel/look.ts'

/** Time in ms on an idle machine for what follows the call. */
const AFTER_MS = 700

export const partial: Check = {
  id: 'api.partial',
  title: 'The app notices failed rows in a 200 response',
  rules: ['PROD-107', 'PROD-108'],
  needs: ['answer.order', 'api.token'],
  unless: ['answer.safe'],
  run: async (harness) => {
    const [first] = (await topicCalls(harness)).filter(({ calls }) => calls.some(isOfRows))
    if (first === undefined) throw new CannotJudge('the app writes no rows in bulk for order events')
    const { topic } = first
    const install = await callingInstall(harness)
    const well = await reaction(harness, { install, topic, change: withAll(true) })
    if (well === null) throw new CannotJudge('the app is not allowed to write rows')
    const badly = await reaction(harness, { install, topic, change: withAll(false) })
    return badly === null || isNoticed(well, badly) ? [] : [unnoticed(badly)]
  },
}

function unnoticed({ call }: Reaction) {
  return {
    severity: 'warning',
    title: 'The app treats failed rows as written',
    why: 'Bulk endpoints return 200 even if some or all rows failed. The rows are missing, although the response looks successful.',
    remedy:
      'Read `failed` and each `results[].success`. Log each failure with its message, and resend the failed rows.',
    evidence: callEvidence([call]),
  } as const
}

/** An app's reaction after it wrote rows. */
interface Reaction {
  readonly call: ApiCall
  /** Status of the response to the event. */
  readonly status: number | null
  /** Its calls, without ids. */
  readonly calls: readonly string[]
  /** Kinds of lines that it printed. */
  readonly lines: ReadonlySet<string>
  /** Contents of its files about the event. */
  readonly traces: readonly string[]
}

interface Rows {
  readonly install: WatchedInstall
  readonly topic: string
  readonly change: (body: string) => string
}

/** Returns null if the app writes no rows, or lacks the scope. */
async function reaction(harness: Harness, { install, topic, change }: Rows): Promise<Reaction | null> {
  const { app } = await apiFixture(harness)
  const act = { kind: 'change', change } as const
  return whileFaulty(app, install, { act, meets: isOfRows }, async () => {
    const before = new Set(app.calls.list())
    const said = app.output.lines().length
    const sent = await sendEvent(harness, app, install.place, topic)
    const { answer } = sent
    const isWork = await isWorkOf(harness, install, sent)
    const isNew = (call: ApiCall) => isWork(call) && !before.has(call)
    const call = await untilCall(harness, app, (one) => isNew(one) && isOfRows(one) && one.status !== null)
    if (call?.status !== 200) return null
    await patience(harness, app, AFTER_MS)
    return {
      call,
      status: answer.answered ? answer.status : null,
      calls: app.calls
        .list()
        .filter(isNew)
        .map(({ method, path }) => looksAlike(`${method} ${path}`)),
      lines: new Set(app.output.lines().slice(said).map(looksAlike)),
      traces: await findTraces(app, sent.traced),
    }
  })
}

/** Lines of other stores may be among them, which counts in favor of the app. */
function isNoticed(well: Reaction, badly: Reaction): boolean {
  const isOther = well.status !== badly.status || well.calls.join('\n') !== badly.calls.join('\n')
  const hasLine = [...badly.lines].some((line) => !well.lines.has(line))
  return isOther || hasLine || keepsMore(badly.traces, well.traces)
}

function isOfRows(call: ApiCall): boolean {
  return calledEndpoint(call)?.rows === 'each'
}

/** Returns the response in which all rows were written, or none. */
function withAll(isWritten: boolean): (body: string) => string {
  return (body) => {
    // The body is a platform response.
    const answer = JSON.parse(body) as { readonly results?: readonly { readonly id?: number | null }[] }
    const results = (answer.results ?? []).map((row) =>
      isWritten
        ? { ...row, id: row.id ?? 1, success: true }
        : { ...row, id: null, success: false, message: 'Created by app check.' },
    )
    return JSON.stringify({ ...answer, failed: isWritten ? 0 : results.length, results })
  }
}
