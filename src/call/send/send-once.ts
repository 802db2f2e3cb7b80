import { rowsLocation } from '../../catalog/rows-location.ts'
import { readBeginning } from '../../client/answer-shape.ts'
import { badAnswer } from '../../client/check-answer.ts'
import type { CallResult } from '../../client/client.ts'
import { changed } from '../../errors/changed.ts'
import { send, type Call } from './call.ts'
import { guessRowsLocation, rowsAt } from './rows.ts'
import type { Strategy } from './strategy.ts'

/** Sends the plain call: one request and one response per region. */
export function sendOnce(call: Call): Strategy {
  const { facts, asked, options, onResult } = call
  return {
    isWalk: false,
    hasMany: false,
    isLive: false,
    requests: async () => [asked],
    async *answers(region, sending) {
      const result = await send(call, region, sending.asked)
      if (facts.known === null && options.format !== 'view') requireJson(facts, result)
      onResult?.(result, region)
      const place = facts.known === null ? guessRowsLocation(result.body) : rowsLocation(facts.known)
      yield { result: shortened(call, result), rows: rowsAt(result.body, place), place }
    },
  }
}

/**
 * Rejects a response that is not JSON if a program reads JSON, lines or CSV. An empty response has
 * no rows and is `null` as a document. Raises `api.bad-response`.
 */
function requireJson({ id, method }: Call['facts'], { status, bytes, body }: CallResult): void {
  if (body !== null || isNothing(bytes)) return
  const suggestions = ['To see the unchanged response, leave out --json, --ndjson and --csv.']
  throw badAnswer(
    {
      what: `${id} returned ${status}, but the response`,
      suggestions: method === 'GET' ? suggestions : ['The write may have completed. Check before you retry.'],
    },
    `${readBeginning({ body: bytes })} instead of JSON`,
  )
}

/** Returns whether a response has no value on purpose: it is empty or JSON's `null`. */
function isNothing(bytes: Uint8Array): boolean {
  return bytes.length <= 64 && ['', 'null'].includes(Buffer.from(bytes).toString('utf8').trim())
}

/** A view of the whole response shows the failed rows, so they are not reported again. */
function shortened({ options }: Call, result: CallResult): CallResult {
  const { failure } = result
  if (failure === null || options.format !== 'view' || options.fields !== null) return result
  return { ...result, failure: changed(failure, { suggestions: [] }) }
}
