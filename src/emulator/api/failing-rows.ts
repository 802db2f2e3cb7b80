/** Whether a fault lets the row at this place, of so many, fail. */
export type FailsRow = (at: number, count: number) => boolean

/** What no endpoint takes as a row: each of them needs one of these, as something else. */
const spoilt = { title: false, label: false, isRequired: 'neither' }

const MESSAGE = 'The row could not be written. Try again later.'

interface RowsBody {
  readonly items: readonly unknown[]
}

/**
 * Lets some rows of a write fail and the others be written, as the documents show it of an endpoint whose rows succeed or fail by themselves: the failed ones go
 * through the endpoint's own check, and so have its own kind of result; nothing of them is written.
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
