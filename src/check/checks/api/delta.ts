import { callEvidence } from '../../api-calls/call-evidence.ts'
import { isDelta, readCursor, readNextCursor, readRegion, whileChanged } from '../../api-calls/delta-calls.ts'
import { apiFixture } from '../../api-calls/fixture.ts'
import { CannotJudge, TooBusy } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import { callsWith } from '../../harness/tokens.ts'
import { BUSY, slowness, untilCall } from '../../harness/work.ts'

const NO_DELTA = 'the app does not read changed products during the check'

/** Number of responses that report more pages. An app with short pauses between rounds also makes a few calls. */
const PAGES = 3

/** After this many repeats of its call, the app is stuck. */
const REPEATS = 2

/** After this many calls for one region of another install, the app has begun another round. */
const ROUND = 2

const needs = ['install.works']

/** How an app reads changed products for an install without events. */
export const deltaChecks: readonly Check[] = [
  {
    id: 'api.delta-pages',
    title: 'Changed products are read up to the last page',
    rules: ['DELTA-019'],
    needs,
    run: async (harness) => {
      const { app, idle } = await apiFixture(harness)
      const isEnough = (calls: readonly ApiCall[]) => calls.length > PAGES
      const calls = await whileChanged(harness, { times: PAGES, hasMore: true, isDeleted: false, isEnough })
      if (calls.length === 0) throw noDelta(harness, app)
      const [first, last] = [calls[0], calls[PAGES]].map((call) =>
        call === undefined ? -1 : app.calls.list().indexOf(call),
      )
      const between = app.calls.list().slice(first, last)
      const ofOther = callsWith(app, idle[0].token).filter((call) => isDelta(call) && between.includes(call))
      const rounds = Math.max(0, ...[...Map.groupBy(ofOther, readRegion).values()].map((calls) => calls.length))
      if (last !== -1 && rounds < ROUND) return []
      requireRead(calls)
      if (calls.length === 1 && slowness(harness) >= BUSY) throw new TooBusy()
      return error({
        title: 'The app reads only the first page of changed products',
        why: 'The response has hasMore: true, but the app does not request the next page. Changes can pile up faster than the app reads them.',
        remedy: 'While hasMore is true, call again immediately with cursor=nextCursor.',
        evidence: callEvidence(calls),
      })
    },
  },
  {
    id: 'api.delta-deleted',
    title: 'Changed products after a deleted product are read',
    rules: ['DELTA-021', 'DELTA-023'],
    needs,
    run: async (harness) => {
      const { app } = await apiFixture(harness)
      // With more pages, an app that is not stuck asks for the next one without a pause.
      const isEnough = (calls: readonly ApiCall[]) => isPast(calls) || calls.length > REPEATS
      const calls = await whileChanged(harness, { times: REPEATS, hasMore: true, isDeleted: true, isEnough })
      if (calls.length < 2) throw noDelta(harness, app)
      if (isPast(calls)) return []
      requireRead(calls)
      // An app reads a page again if its response came too late.
      if (calls.length <= REPEATS && slowness(harness) >= BUSY) throw new TooBusy()
      return error({
        title: 'The app gets stuck at a deleted product',
        why: 'The row of a deleted product has status D and product: null. The app fails on this row, keeps its old cursor and receives the same row each time.',
        remedy: 'If a row has status D, delete the product. Ignore rows for unknown products.',
        evidence: callEvidence(calls),
      })
    },
  },
  {
    id: 'api.delta-cursor',
    title: 'The cursor for changed products comes from the last response',
    rules: ['DELTA-012', 'DELTA-018'],
    needs,
    unless: ['api.delta-deleted'],
    run: async (harness) => {
      const { app, idle } = await apiFixture(harness)
      const calls = () => app.calls.list().filter((call) => isDelta(call))
      await untilCall(harness, app, () => callsWith(app, idle[0].token).some(hasContinued))
      if (calls().length === 0) throw new CannotJudge(NO_DELTA)
      const issued = new Set(calls().map(readNextCursor))
      const wrong = calls().filter((call) => readCursor(call) !== null && !issued.has(readCursor(call)))
      if (wrong.length === 0) return []
      return error({
        title: 'The app builds the cursor for changed products itself',
        why: "The app's clock may differ from the platform's. The app then misses changes.",
        remedy: 'Store each nextCursor for its store and region, and send it unchanged with the next call.',
        evidence: callEvidence(wrong),
      })
    },
  },
]

/** Returns why nothing was seen. An app that has read changed products before may only be late on a busy machine. */
function noDelta(harness: Harness, { calls }: Pick<AppInstance, 'calls'>): CannotJudge {
  const isLate = slowness(harness) >= BUSY && calls.list().some(isDelta)
  return isLate ? new TooBusy() : new CannotJudge(NO_DELTA)
}

/** Throws `TooBusy`. An app reads a page again if the response came too late for it. */
function requireRead(calls: readonly ApiCall[]): void {
  if (calls.some(({ abandoned }) => abandoned)) throw new TooBusy()
}

/** Returns true for a call that continues an earlier one. */
function hasContinued(call: ApiCall): boolean {
  return isDelta(call) && readCursor(call) !== null
}

/** Returns true if the app has read another page than the first one. */
function isPast([first, ...later]: readonly ApiCall[]): boolean {
  return later.some(({ path }) => path !== first?.path)
}
