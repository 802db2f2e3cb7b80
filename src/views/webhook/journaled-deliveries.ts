import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { DeliveryState, DeliveryTarget } from '../../journal/delivery-state.ts'
import type { FoundDelivery } from '../../journal/find-deliveries.ts'
import type { Paint, Style } from '../../terminal/style.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { idNumber } from '../../text/json.ts'
import type { ReplayAnswer } from '../../webhooks/replay.ts'
import { noRows, orDash, shortId } from '../cells.ts'
import type { View } from '../view.ts'

/** A delivery in the journal, as `--json` prints it: what was received and the result. */
export interface ShownDelivery extends DeliveryFacts {
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** For a failed delivery: id of another delivery of the same event that the app accepted. */
  readonly acceptedBy?: number
}

type Id = ReturnType<typeof idNumber>

/** The fields of a delivery that every view shows. */
export interface DeliveryFacts {
  readonly id: number
  readonly receivedAt: string
  readonly topic: string
  readonly eventId: string | null
  /** Store id as a number. */
  readonly storeId: Id
  readonly regionId: Id | null
  readonly state: DeliveryState
  readonly mark: DeliveryRow['mark']
  readonly target: DeliveryRow['target']
  /** Gateway note, one word, or null. `too-late`: the platform stopped waiting before the response. */
  readonly note: string | null
}

export function shownDelivery(row: FoundDelivery): ShownDelivery {
  const { tries: attempts, nextAttemptAt, lastStatus, lastError } = row
  return { ...deliveryFacts(row), attempts, nextAttemptAt: nextAttemptAt?.toISOString() ?? null, lastStatus, lastError }
}

export function deliveryFacts(row: DeliveryRow): DeliveryFacts {
  const { id, receivedAt, topic, eventId, state, mark, target, note } = row
  const [storeId, regionId] = [idNumber(row.storeId), row.regionId === null ? null : idNumber(row.regionId)]
  return { id, receivedAt: receivedAt.toISOString(), topic, eventId, storeId, regionId, state, mark, target, note }
}

/** A delivery counts as failed until its first attempt ends, so that a gateway crash does not lose it. */
function lastAnswer({ lastStatus, lastError, attempts: tries, state }: ShownDelivery): string {
  if (tries === 0 && state === 'failed') return 'no response yet'
  return orDash(lastStatus ?? lastError)
}

/** Returns the last response, and that the delivery is resolved if the platform's own retry delivered the event. */
function answerAndEnd(row: ShownDelivery): string {
  const { id, acceptedBy, note } = row
  if (acceptedBy === undefined)
    return note === 'too-late' ? `${lastAnswer(row)}, the platform stopped waiting` : lastAnswer(row)
  return `${lastAnswer(row)}, accepted ${acceptedBy > id ? 'later' : 'before'} (#${acceptedBy})`
}

/** A delivery in a list, with its region code if a recorded install contains it. */
export interface ListedDelivery extends ShownDelivery {
  readonly regionCode: string | null
}

const columns = (style: Style): readonly Column<ListedDelivery>[] => [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'RECEIVED', rank: 6, cell: ({ receivedAt }) => receivedAt, kind: 'time' },
  { header: 'TOPIC', rank: 9, cell: ({ topic }) => topic },
  { header: 'STORE', rank: 3, ifVaried: true, cell: ({ storeId }) => String(storeId), kind: 'number' },
  {
    header: 'REGION',
    rank: 2,
    cell: ({ regionId }) => orDash(regionId === null ? null : String(regionId)),
    screen: ({ regionId, regionCode }) => orDash(regionCode ?? (regionId === null ? null : String(regionId))),
  },
  {
    header: 'STATE',
    rank: 8,
    cell: ({ state }) => state,
    paint: ({ state, acceptedBy }) => (acceptedBy === undefined ? statePaint(state, style) : style.dim),
  },
  { header: 'STATUS', rank: 7, cell: lastAnswer, screen: answerAndEnd, kind: 'prose' },
  { header: 'ATTEMPTS', rank: 4, cell: ({ attempts }) => String(attempts), kind: 'number' },
  { header: 'MARK', rank: 5, ifVaried: true, cell: ({ mark }) => (mark === 'first' ? '' : mark) },
  { header: 'FROM', rank: 5, ifVaried: true, screenOnly: true, cell: ({ target }) => orDash(target) },
  { header: 'EVENT', cell: ({ eventId }) => orDash(eventId), screen: ({ eventId }) => shortId(orDash(eventId)) },
]

export const journaledDeliveryTable: View<readonly ListedDelivery[]> = (rows, looks) =>
  rows.length === 0 ? noRows('deliveries') : table(rows, columns(looks.style), looks)

/** Formats a replay such as `42  order.created  200  12 ms`, one line per response. */
export function replayLine({ deliveryId, eventId, status, ms, error, accepted }: ReplayAnswer, style: Style): string {
  const paint = accepted ? style.green : style.red
  return `${deliveryId}  ${escapeCell(orDash(eventId))}  ${paint(String(status ?? error))}  ${ms} ms`
}

/** A delivery imported from another tool. */
export interface Captured {
  readonly row: DeliveryRow
  /** Platform whose secret matches the signature, or null if no secret stored on this machine does. */
  readonly signedBy: DeliveryTarget | null
  /** Reason of the failed signature check, or `no-secret`. Null if the signature is verified. */
  readonly problem: string | null
  /** Whether the journal already had the event, so nothing was added. */
  readonly known: boolean
}

/** Formats what was imported, and whether its signature was valid when it was signed. */
export function capturedLine({ row, signedBy, problem, known }: Captured): string {
  const what = `${escapeCell(row.topic)} from store ${row.storeId}`
  const where = known
    ? `is already in the journal, as delivery ${row.id}.`
    : `is delivery ${row.id} in the journal, with personal data masked.`
  if (problem === null) return `${what} ${where} Its signature is valid (signing secret of the target ${signedBy}).`
  return `${what} ${where} ${notVerified[problem] ?? `Its signature was not verified: ${problem}.`}`
}

const notVerified: Readonly<Record<string, string>> = {
  'no-secret':
    'Its signature was not verified, because the live signing secret is not stored on this machine (`app secret set signing --target live`).',
  'signature-mismatch':
    'Its signature does not match: another secret was used, or the body was changed, for example by a log that parses JSON.',
}

function statePaint(state: DeliveryState, style: Style): Paint {
  if (state === 'delivered') return style.green
  if (state === 'failed' || state === 'dead_letter' || state === 'conflict') return style.red
  return state === 'pending' ? style.yellow : style.dim
}
