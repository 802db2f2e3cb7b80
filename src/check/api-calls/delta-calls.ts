import { isObject, parseObject } from '../../text/json.ts'
import { whileFault, type ApiCall } from '../harness/calls.ts'
import type { Harness } from '../harness/harness.ts'
import { isOfInstall } from '../harness/tokens.ts'
import { BUSY, slowness, untilCall, WORK_MS } from '../harness/work.ts'
import { addressOf, calledEndpoint } from './called-endpoint.ts'
import { apiFixture } from './fixture.ts'

/** Returns true if a call requests changed products. */
export function isDelta(call: Pick<ApiCall, 'method' | 'path'>): boolean {
  return calledEndpoint(call)?.id === 'products.delta'
}

export function readCursor(call: ApiCall): string | null {
  return addressOf(call).searchParams.get('cursor')
}

export function readNextCursor({ answer }: ApiCall): string | null {
  const cursor = parseObject(answer.toString('utf8'))?.['nextCursor']
  return typeof cursor === 'string' ? cursor : null
}

/** Time in ms on an idle machine for a round through all stores. */
const ROUND_MS = WORK_MS * 3

interface Change {
  /** Number of responses to change. */
  readonly times: number
  readonly hasMore: boolean
  /** True to add a deleted product. */
  readonly isDeleted: boolean
  /** Returns true when these calls show enough. */
  readonly isEnough: (calls: readonly ApiCall[]) => boolean
}

/**
 * Returns the first changed call of a new install and the later ones for the same region, after the app had time for
 * enough of them. The install is new, because an app may read products only after an install and then not again for minutes.
 */
export async function whileChanged(
  harness: Harness,
  { times, isEnough, ...rows }: Change,
): Promise<readonly ApiCall[]> {
  const { app } = await apiFixture(harness)
  const place = await harness.openPlace()
  const isOfPlace = isOfInstall(app, place)
  const isOurs = (call: ApiCall) => isDelta(call) && isOfPlace(call)
  const changed: ApiCall[] = []
  const meets = (call: ApiCall) => {
    const isMeant = isOurs(call) && changed.length < times && isSameRegion(changed[0] ?? call, call)
    if (isMeant) changed.push(call)
    return isMeant
  }
  const change = (body: string) => changedAnswer(body, { ...rows, at: changed.length })
  return whileFault(app, { act: { kind: 'change', change }, meets }, async () => {
    await harness.install(app, place)
    const seen = () => {
      const [first] = changed
      const calls = app.calls.list().filter(isOurs)
      return first === undefined ? [] : calls.slice(calls.indexOf(first)).filter((call) => isSameRegion(first, call))
    }
    // An app that reads store after store waits for each one, and other checks slow down the calls of theirs.
    const firstMs = app.calls.list().some(isDelta) ? ROUND_MS : WORK_MS
    if ((await untilCall(harness, app, () => seen().length > 0, firstMs)) === null) return []
    await untilCall(harness, app, () => isEnough(seen()), slowness(harness) < BUSY ? WORK_MS : ROUND_MS)
    return seen()
  })
}

function isSameRegion(one: ApiCall, other: ApiCall): boolean {
  return readRegion(one) === readRegion(other)
}

/** Returns the region pin of a call. */
export function readRegion(call: ApiCall): unknown {
  return call.headers['x-region-id'] ?? addressOf(call).searchParams.get('regionId')
}

/** Returns a response with another cursor, and with a deleted product if requested or if it would have no rows. */
function changedAnswer(
  body: string,
  { hasMore, isDeleted, at }: Pick<Change, 'hasMore' | 'isDeleted'> & { readonly at: number },
): string {
  const answer = parseObject(body)
  if (answer === null || !Array.isArray(answer['items'])) return body
  const updatedAt = `2026-01-01T00:00:0${at}.000Z`
  const deleted = { id: at, status: 'D', updatedAt, product: null }
  const items: readonly unknown[] = answer['items'].filter(isObject)
  const added = isDeleted || items.length === 0 ? [deleted] : []
  return JSON.stringify({ ...answer, items: [...items, ...added], hasMore, nextCursor: `${updatedAt}|${at}` })
}
