import { endpoints } from '../catalog/catalog.ts'
import { API_PREFIX } from '../catalog/endpoint.ts'
import { matchEndpoint } from '../catalog/match-endpoint.ts'
import type { CausedWrite } from '../journal/calls/writes.ts'

/** The same write, executed by several attempts to handle one event. */
export interface RepeatedWrite extends CausedWrite {
  readonly times: number
}

/**
 * Returns writes that were sent more than once for one event, and that the platform executes each
 * time, because neither a key of the app nor the nature of the write makes a repeat harmless.
 */
export function repeatedWrites(writes: readonly CausedWrite[]): readonly RepeatedWrite[] {
  const groups = Map.groupBy(writes.filter(isDoneEachTime), ({ eventId, method, path, body }) =>
    JSON.stringify([eventId, method, path, body]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const times = new Set(group.map(({ attempt }) => attempt)).size
    return first === undefined || times < 2 ? [] : [{ ...first, times }]
  })
}

function isDoneEachTime({ method, path, body }: CausedWrite): boolean {
  const [bare = '', query = ''] = path.split('?', 2)
  if (!bare.startsWith(API_PREFIX)) return false
  const endpoint = matchEndpoint(endpoints, { method, path: bare.slice(API_PREFIX.length) })
  const idempotency = endpoint?.idempotency
  if (idempotency?.kind === 'none') return true
  if (idempotency?.kind !== 'key') return false
  // `items[].externalRef` is in each row under its last part.
  const field = idempotency.field.split('.').at(-1) ?? idempotency.field
  return !new URLSearchParams(query).has(field) && !(body ?? '').includes(`"${field}"`)
}
