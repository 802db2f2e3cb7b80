import { rowsPlaceOf } from '../../catalog/rows-place.ts'
import type { CallResult } from '../../client/client.ts'
import { AppError } from '../../errors.ts'
import { guessRowsPlace, rowsAt } from '../show/rows.ts'
import { send, type Call } from './call.ts'
import type { Way } from './way.ts'

/** The plain call: one request to a region, one answer. */
export function sendOnce(call: Call): Way {
  const { facts, asked, onResult } = call
  return {
    isWalk: false,
    isLive: false,
    requests: async () => [asked],
    async *answers(region, sending) {
      const result = await send(call, region, sending.asked)
      onResult?.(result, region)
      const place = facts.known === null ? guessRowsPlace(result.body) : rowsPlaceOf(facts.known)
      yield { result: shortened(call, result), rows: rowsAt(result.body, place), place }
    },
  }
}

/** Where a view shows the whole answer, the rows that failed stand in it, and need not be told again. */
function shortened({ options }: Call, result: CallResult): CallResult {
  const { failure } = result
  if (failure === null || options.format !== 'view' || options.fields !== null) return result
  const { code, message, details } = failure
  return { ...result, failure: new AppError(code, message, { details }) }
}
