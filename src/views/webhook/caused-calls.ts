import { isSuccess } from '../../http/status.ts'
import { begunAt } from '../../journal/begun-at.ts'
import type { LinkedBy } from '../../journal/calls/call-links.ts'
import type { CallRow } from '../../journal/calls/calls.ts'
import { linkWords } from '../../journal/calls/link-words.ts'
import type { Style } from '../../terminal/style.ts'
import { table, type Column } from '../../terminal/table.ts'
import { orDash } from '../cells.ts'
import type { View } from '../view.ts'

/** An API call that the app made because of a delivery. */
export interface CausedCall {
  readonly id: number
  readonly startedAt: string
  /** End of the call, ISO-8601. */
  readonly endedAt: string
  readonly method: string
  readonly path: string
  readonly status: number | null
  readonly ms: number
  readonly linkedBy: LinkedBy | null
  readonly attemptId: number | null
}

export function causedCall(call: CallRow): CausedCall {
  const { id, at, method, path, status, ms, linkedBy, attemptId } = call
  const begun = begunAt(call).toISOString()
  return { id, startedAt: begun, endedAt: at.toISOString(), method, path, status, ms, linkedBy, attemptId }
}

const columns = (style: Style): readonly Column<CausedCall>[] => [
  { header: 'STARTED', rank: 4, cell: (call) => call.startedAt, kind: 'time' },
  { header: 'CALL', rank: 9, cell: ({ method, path }) => `${method} ${path}`, kind: 'prose' },
  {
    header: 'STATUS',
    rank: 8,
    cell: ({ status }) => orDash(status),
    paint: ({ status }) => (isSuccess(status) ? style.green : style.red),
  },
  { header: 'MS', rank: 5, cell: ({ ms }) => String(ms), kind: 'number' },
  {
    header: 'LINKED',
    rank: 7,
    cell: ({ linkedBy }) => orDash(linkedBy),
    screen: ({ linkedBy }) => (linkedBy === null ? orDash(linkedBy) : linkWords[linkedBy]),
    kind: 'prose',
  },
]

export const causedCallTable: View<readonly CausedCall[]> = (calls, looks) => table(calls, columns(looks.style), looks)
