/** Returns whether a fault fails the row at index `at` of `count` rows. */
export type FailsRow = (at: number, count: number) => boolean

/** Invalid values. Every endpoint that writes rows requires one of these fields with another type. */
const spoilt = { title: false, label: false, isRequired: 'neither' }

const MESSAGE = 'The row could not be written. Try again later.'

interface RowsBody {
  readonly items: readonly unknown[]
}

/**
 * Fails some rows of a write and writes the others, as documented for endpoints whose rows fail independently.
 * Failed rows pass through the endpoint's own check, so they get its kind of result and are not written.
 */
export function withFailingRows(fails: FailsRow, body: RowsBody, respond: (body: RowsBody) => unknown): unknown {
  const count = body.items.length
  const items = body.items.map((row, at) =>
    fails(at, count) && typeof row === 'object' && row !== null ? { ...row, ...spoilt } : row,
  )
  const answer = respond({ ...body, items })
  if (!hasResults(answer)) return answer
  const results = answer.results.map((result, at) =>
    items[at] === body.items[at] ? result : { ...result, message: MESSAGE },
  )
  return { ...answer, results }
}

function hasResults(answer: unknown): answer is { readonly results: readonly object[] } {
  return typeof answer === 'object' && answer !== null && 'results' in answer && Array.isArray(answer.results)
}
