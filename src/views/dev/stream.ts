import type {
  ArrivalEvent,
  AttemptEvent,
  DeliveryEvent,
  HeldEvent,
  RejectedEvent,
} from '../../dev/events/delivery-event.ts'
import type { CallEvent, TimedEvent } from '../../dev/events/dev-event.ts'
import type {
  Remedy,
  TokenBackEvent,
  TokenDeadEvent,
  UninstalledEvent,
  UnsubscribedEvent,
} from '../../dev/events/platform-event.ts'
import { isAppAway } from '../../journal/attempts.ts'
import type { Paint, Style } from '../../terminal/style.ts'
import { escapeCell } from '../../text/escape.ts'
import { callWords, noteWords } from '../notes/note-words.ts'
import { clock, type DevLooks } from './looks.ts'

/** Lines of the gateway's traffic: time, direction, subject, address, result and duration. The reason for a problem follows below. */
type Timed<Event> = Event & Pick<TimedEvent, 'at'>

/** As wide as the time, so that continuation lines align with the line above. */
export const INDENT = ' '.repeat(11)

export function deliveryLine(event: Timed<DeliveryEvent>, looks: DevLooks): string {
  const { style } = looks
  const { topic, eventId, ms, mark, outcome, bodyStoreId = null } = event
  const what = [style.bold(escapeCell(topic)), subject(event.orderNumber, eventId), place(event, looks)]
  const other = bodyStoreId === null ? '' : `another store in the body: ${escapeCell(bodyStoreId)}`
  const late = event.tooLate === true ? 'too late: the platform stopped waiting' : ''
  const notes = [markWords[mark], outcome === 'acknowledged' ? 'acknowledged' : '', late, other].filter(Boolean)
  const remark = notes.length === 0 ? '' : style.yellow(`  ${notes.join(', ')}`)
  return `${clock(style, event.at)}${style.cyan('←')} ${words(what)} ${status(event.status, style)} ${style.dim(took(ms) + appPart(event))}${remark}${reason(deliveryTrouble(event), style)}`
}

const markWords: Readonly<Record<DeliveryEvent['mark'], string>> = {
  first: '',
  duplicate: 'the same event again',
  replay: 'the same request again',
  conflict: 'the same eventId with different content',
}

function deliveryTrouble({ outcome, error, holder, status: code }: DeliveryEvent): string | null {
  if (error !== null) return errorWords(error, holder)
  if (outcome === 'held-back') return 'not forwarded, because the app has already accepted this event'
  if (outcome === 'not-journaled') return 'not forwarded: the journal could not be written'
  if (outcome === 'conflict') return 'not forwarded: another event has this eventId'
  return code >= 400 ? 'rejected by the app' : null
}

function errorWords(error: string, holder: string | undefined): string {
  const says = noteWords.get(error)?.says ?? error
  return holder === undefined ? says : `nothing was forwarded, because the app is down and ${holder} uses its port`
}

/** Formats a delivery whose result follows below the app's output. */
export function arrivalLine(event: Timed<ArrivalEvent>, looks: DevLooks): string {
  const { style } = looks
  const { topic, eventId, orderNumber, result } = event
  const what = [style.bold(escapeCell(topic)), subject(orderNumber, eventId), place(event, looks)]
  return `${clock(style, event.at)}${style.cyan(result === 'delivery' ? '←' : '↻')} ${words(what)} ${style.dim('…')}`
}

export function heldLine(event: Timed<HeldEvent>, looks: DevLooks): string {
  const { style } = looks
  const { topic, eventId, orderNumber, ms, acknowledged } = event
  const what = [style.bold(escapeCell(topic)), subject(orderNumber, eventId), place(event, looks)]
  const why = acknowledged
    ? "waiting for your app's response"
    : "waiting for your app's response, but the platform stopped waiting and resends the delivery"
  return `${clock(style, event.at)}${style.cyan('←')} ${words(what)} ${style.yellow('no response')} ${style.dim(`after ${ms / 1000} s`)}${reason(why, { ...style, red: style.yellow })}`
}

export function attemptLine(event: Timed<AttemptEvent>, { style }: DevLooks): string {
  const { topic, eventId, status: code, error, ms, state, nextAttemptAt } = event
  const what = [style.bold(escapeCell(topic)), subject(event.orderNumber, eventId)]
  const retry = nextAttemptAt === null ? '' : `, retry at ${clock({ ...style, dim: same }, nextAttemptAt).trimEnd()}`
  const then = isAppAway(error) ? ' until the app starts' : retry
  const isAccepted = code !== null && code < 300
  // A replay that the app rejects does not change the delivery's state.
  const earlier = style.dim(`was ${state} before`)
  const now = isAccepted ? style.green(state) : earlier
  const stands = state === 'delivered' ? now : style.yellow(stateWords[state] + (state === 'pending' ? then : ''))
  const why = code === null && error !== null ? errorWords(error, event.holder) : null
  return `${clock(style, event.at)}${style.cyan('↻')} ${words(what)} ${status(code, style)} ${style.dim(took(ms))} ${stands}${reason(why, style)}`
}

const stateWords: Readonly<Record<AttemptEvent['state'], string>> = {
  pending: 'waiting',
  delivered: 'delivered',
  failed: 'failed',
  dead_letter: 'dead letter, resend with `app webhook retry`',
  conflict: 'conflict',
  dropped: 'dropped',
  held_back: 'not forwarded',
}

export function rejectedLine(event: Timed<RejectedEvent>, { style }: DevLooks): string {
  const { reason: why, status: code, count, hint } = event
  const times = count === 1 ? '' : ` (${count} times so far)`
  return `${clock(style, event.at)}${style.red(`← NOT VERIFIED: ${why}, rejected with ${code}${times}`)}${reason(hint, style)}`
}

export function callLine(event: Timed<CallEvent>, { style }: DevLooks): string {
  const { method, path, pin, regionCode, status: code, ms, note, hint } = event
  const where = pin === null ? '' : regionCode === null ? `region ${escapeCell(pin)}` : escapeCell(regionCode)
  const what = [escapeCell(method), escapeCell(path.replace(/^\/api\/apps\/v1(?=\/)/, '')), where]
  const line = `${clock(style, event.at)}${style.cyan('→')} ${words(what)} ${status(code, style)} ${style.dim(took(ms))}`
  const trouble = code === null || code >= 400
  // The line that reports the lost token shows the fix, so this line does not repeat it.
  if (isTokenRejected(event)) return `${line}${style.red('  token rejected')}`
  const why =
    hint ??
    (note === null || note === 'token-exchange'
      ? trouble
        ? callTrouble(event)
        : null
      : (callWords[note]?.says ?? note))
  return line + (trouble ? reason(why, style) : reason(why, { ...style, red: style.yellow }))
}

function isExchange({ path }: CallEvent): boolean {
  return path.endsWith('/oauth/token')
}

function isTokenRejected(call: CallEvent): boolean {
  return call.status === 401 && !isExchange(call) && (call.note === null || call.note === 'token-rejected')
}

function callTrouble(call: CallEvent): string {
  const { status: code } = call
  if (code === 401 && isExchange(call)) return 'the code, client id or client secret is invalid'
  if (isExchange(call) && (code === null || code >= 500)) return EXCHANGE_LOST
  if (code === null) return 'the platform does not respond'
  return statusWords[code] ?? (code >= 500 ? 'the platform failed' : 'rejected by the platform')
}

const EXCHANGE_LOST =
  'no response from the platform, so the app may have no token, and the code may already be used: wait a minute, then reinstall'

const statusWords: Readonly<Record<number, string>> = {
  401: 'the token is missing, invalid or revoked',
  402: 'payment pending, so no event is delivered either: pay for the plan in the store admin',
  403: 'the token lacks the required scope',
  404: 'not found, or not in this region',
  409: 'conflict with existing data',
  413: 'too large',
  422: 'the platform rejected these values',
  429: 'rate limit exceeded',
}

export function unsubscribedLine(event: Timed<UnsubscribedEvent>, looks: DevLooks): string {
  const { style } = looks
  const { topic, orderNumber, installed, remedy } = event
  const number = orderNumber === null ? '' : subject(orderNumber, null)
  const what = words([escapeCell(topic), number, 'in', `${place(event, looks)}:`])
  const why = installed ? 'this install lacks the topic' : 'the app is not installed there'
  const todo = installed ? 'to see why' : 'to install it'
  return [
    `${clock(style, event.at)}${style.dim('·')} ${what} ${style.yellow('no subscriptions')}`,
    `${INDENT}${style.yellow(`${why}: ${doing(remedy, looks)} ${todo}`)}`,
  ].join('\n')
}

export function uninstalledLine(event: Timed<UninstalledEvent>, looks: DevLooks): string {
  const { style } = looks
  return [
    `${clock(style, event.at)}${style.red(`! uninstalled from ${place(event, looks)}: the app's token is revoked`)}`,
    `${INDENT}${style.yellow(`${doing(event.remedy, looks)} to reinstall the app`)}`,
  ].join('\n')
}

export function tokenDeadLine(event: Timed<TokenDeadEvent>, looks: DevLooks): string {
  const { style } = looks
  const why = event.reason === 'replaced' ? 'the app was reinstalled elsewhere' : 'the platform rejects it'
  return [
    `${clock(style, event.at)}${style.red(`! the app's token is invalid in ${place(event, looks)}: ${why}`)}`,
    `${INDENT}${style.yellow(`${doing(event.remedy, looks)} to reinstall it`)}`,
  ].join('\n')
}

export function tokenBackLine(event: Timed<TokenBackEvent>, looks: DevLooks): string {
  return `${clock(looks.style, event.at)}${looks.style.green('✓')} the app's token works again in ${place(event, looks)}`
}

/** Returns the key to press if you can press keys, or else the command to run. */
function doing({ next, key }: Remedy, { style, keys }: DevLooks): string {
  return key !== null && keys === true ? `press ${style.bold(key)}` : `run \`${escapeCell(next)}\``
}

interface StoreAndRegion {
  readonly storeId: string
  readonly regionId: string | null
  readonly storeCode: string | null
  readonly regionCode: string | null
}

/** Returns `tr`, `small/tr` for a different store, or ids if the codes are unknown. */
function place({ storeId, regionId, storeCode, regionCode }: StoreAndRegion, { home }: DevLooks): string {
  const store = storeCode === null ? `store ${escapeCell(storeId)}` : escapeCell(storeCode)
  if (regionId === null) return store
  if (regionCode === null) return `${store} region ${escapeCell(regionId)}`
  const isHome = home !== undefined && home !== null && storeCode === home
  return isHome ? escapeCell(regionCode) : `${store}/${escapeCell(regionCode)}`
}

/** Returns the order's number, or for other events the end of the event id. */
function subject(orderNumber: string | null, eventId: string | null): string {
  if (orderNumber !== null) return escapeCell(/^\d+$/.test(orderNumber) ? `#${orderNumber}` : orderNumber)
  return eventId === null ? 'without eventId' : `…${escapeCell(eventId.slice(-6))}`
}

function words(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function reason(why: string | null, { red }: Style): string {
  return why === null ? '' : `\n${INDENT}${red(escapeCell(why))}`
}

/** Returns the app's share of the duration, if it is not the whole duration. */
function appPart({ ms, appMs = ms }: Pick<DeliveryEvent, 'ms' | 'appMs'>): string {
  return took(appMs) === took(ms) ? '' : `, the app ${took(appMs)}`
}

function took(ms: number): string {
  return `${Math.round(ms)} ms`
}

function same(text: string): string {
  return text
}

function status(code: number | null, style: Style): string {
  if (code === null) return style.red('no response')
  const paint: Paint = code < 300 ? style.green : code < 400 ? style.yellow : style.red
  return paint(String(code))
}
