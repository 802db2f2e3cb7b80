import { AppError } from '../errors.ts'
import type { Call } from './send/call.ts'
import { columnsOf } from './show/columns.ts'
import { checkFields } from './show/field-names.ts'
import { regionTags } from './show/sink.ts'

/** Rejects options that the endpoint does not support, before anything is opened. Raises `usage.invalid`. */
export function rejectContradictions(call: Call): void {
  const { facts, options } = call
  if (options.isFanOut) rejectFanOut(call)
  rejectNoStart(call)
  if (options.fields === null || facts.known === null) return
  const columns = columnsOf(facts.known)
  // If the catalog lists no members, the response is shown unchanged.
  if (columns.length > 0) checkFields(options.fields, [...(options.isFanOut ? regionTags : []), ...columns])
}

/** Rejects a page of changes without a cursor or a time, for which the platform would return 400. Raises `usage.missing`. */
function rejectNoStart({ facts, options, asked: { query } }: Call): void {
  if (facts.known?.paging !== 'cursor' || options.changes !== null) return
  if (query['cursor'] !== undefined || query['updatedAfter'] !== undefined) return
  throw new AppError('usage.missing', 'Missing --since or --cursor. Nothing was sent.', {
    suggestions: ['Start with --since 2026-11-01T00:00:00Z, then use --cursor with the last cursor.'],
  })
}

/** Rejects several regions in one command, except for reads whose response depends on the region. */
function rejectFanOut({ facts: { id, method, pin } }: Call): void {
  if (method !== 'GET') {
    throw new AppError('usage.invalid', `${id} writes data, so it needs exactly one region. Nothing was sent.`, {
      suggestions: ['Choose one region with --region.'],
    })
  }
  if (pin === 'not-needed' || pin === 'token') {
    throw new AppError(
      'usage.invalid',
      `${id} does not depend on the region, so --region all would only repeat the request.`,
      {
        suggestions: ['Leave out --region.'],
      },
    )
  }
}
