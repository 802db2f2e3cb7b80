import type { ActionAnswer, ReplayMode } from '../../actions.ts'
import type { AttemptDetail, DeliveryDetail } from '../../detail/detail.ts'
import { get, post } from '../api.ts'
import { reportAnswer, reportFailure, toast } from '../dialogs/toast.ts'
import { el, fill, type Child } from '../dom.ts'
import { ms, words } from '../format.ts'
import { detailHead, factList, pairs, quiet, section } from '../parts.ts'
import { regionName, storeName } from '../places.ts'
import { lineTime, moment } from '../when.ts'
import { attemptBars } from './attempt-bars.ts'
import { markBadge, stateBadge, statusBadge } from './badges.ts'
import { besideSection } from './beside-view.ts'
import { bodyView } from './body-view.ts'
import { signatureWords } from './signature-words.ts'
import { waterfallSection } from './waterfall-view.ts'

export interface DeliveryTools {
  /** Marks a delivery for comparison, or compares it with the marked one. */
  readonly compare: (id: number) => void
}

/** Shows everything about one delivery. */
export async function showDelivery(place: HTMLElement, id: number, tools: DeliveryTools): Promise<DeliveryDetail> {
  const detail = await get<DeliveryDetail>(`/api/deliveries/${id}`)
  fill(place, head(detail, tools), ...sections(detail))
  return detail
}

/** Resends a delivery and shows the app's response. */
export async function replay(id: number, mode: ReplayMode = 're-sign'): Promise<void> {
  await showAnswer(`Replay of #${id}`, post<ActionAnswer>(`/api/deliveries/${id}/replay`, { mode }))
}

/** Opens a delivery's body for editing. */
export async function edit(detail: DeliveryDetail): Promise<void> {
  const { openEdit } = await import('../dialogs/edit-dialog.ts')
  openEdit(detail)
}

async function showAnswer(what: string, asked: Promise<ActionAnswer>): Promise<void> {
  await asked.then((answer) => reportAnswer(what, answer)).catch(reportFailure)
}

function head(detail: DeliveryDetail, tools: DeliveryTools): HTMLElement {
  const { id, topic, eventId, state, mark } = detail
  return detailHead(
    el('div', { class: 'title' }, el('h1', {}, topic), stateBadge(state), markBadge(mark)),
    quiet(`#${id} · `, el('code', {}, eventId ?? 'no eventId')),
    el('div', { class: 'buttons' }, ...buttons(detail, tools)),
  )
}

function buttons(detail: DeliveryDetail, tools: DeliveryTools): Child[] {
  const { id, state } = detail
  const isOpen = state === 'pending' || state === 'failed' || state === 'dead_letter'
  return [
    button('Replay', () => replay(id), { class: 'main', title: 'With a new timestamp and signature (r)' }),
    button('Replay unchanged', () => replay(id, 'as-is'), {
      title: 'With the same signature, which apps reject after five minutes',
    }),
    button('Replay as new', () => replay(id, 'new-event'), { title: 'With a new eventId' }),
    button('Edit…', () => edit(detail), { title: 'Change the body, sign and send (e)' }),
    button('Compare', () => tools.compare(id), { title: 'Select this delivery, then another delivery (c)' }),
    isOpen && button('Retry', () => showAnswer(`Retry of #${id}`, post<ActionAnswer>(`/api/deliveries/${id}/retry`))),
    isOpen && button('Drop', () => drop(id), { class: 'bad' }),
  ]
}

function button(label: string, run: () => unknown, more: Record<string, string> = {}): HTMLButtonElement {
  return el('button', { type: 'button', click: () => void run(), ...more }, label)
}

async function drop(id: number): Promise<void> {
  try {
    await post(`/api/deliveries/${id}/drop`)
    toast(`Dropped #${id}. It will not be retried.`)
    document.dispatchEvent(new CustomEvent('delivery-changed', { detail: id }))
  } catch (error) {
    reportFailure(error)
  }
}

function sections(detail: DeliveryDetail): Child[] {
  const { copies } = detail
  return [
    facts(detail),
    bodySection(detail),
    detail.attempts.length > 0 && waterfallSection(detail.waterfall),
    attemptsSection(detail),
    detail.attempts.length > 0 && besideSection(detail.beside),
    signatureSection(detail),
    section('Headers', pairs(Object.entries(detail.headers))),
    copies.length > 0 &&
      section(
        'Same event',
        el(
          'ul',
          { class: 'links' },
          ...copies.map(({ id, mark, receivedAt }) =>
            el('li', {}, el('a', { href: `#/deliveries/${id}` }, `#${id}`), ` ${mark} at `, moment(receivedAt)),
          ),
        ),
      ),
  ]
}

function facts({
  receivedAt,
  storeId,
  regionId,
  target,
  tries,
  nextAttemptAt,
  earlierId,
}: DeliveryDetail): HTMLElement {
  const rows: [string, Child][] = [
    ['Received', moment(receivedAt)],
    ['Store', storeName(storeId, target)],
    ['Region', regionId === null ? 'store-wide' : regionName(regionId, target)],
    ['Attempts', tries],
  ]
  if (nextAttemptAt !== null) rows.push(['Next attempt', moment(nextAttemptAt)])
  if (earlierId !== null) rows.push(['First seen as', el('a', { href: `#/deliveries/${earlierId}` }, `#${earlierId}`)])
  return factList(rows)
}

function bodySection({ body }: DeliveryDetail): HTMLElement {
  return section('Body', bodyView({ ...body, note: body.isText ? '' : 'partly binary' }))
}

function attemptsSection(detail: DeliveryDetail): HTMLElement {
  const { attempts } = detail
  if (attempts.length === 0)
    return section('Attempts', quiet('No attempts. The delivery was not forwarded to the app.'))
  return section('Attempts', attemptBars(detail), el('ol', { class: 'attempts' }, ...attempts.map(attemptRow)))
}

function attemptRow({ begunAt, kind, status, error, ms: took, sentTo, answer }: AttemptDetail): HTMLElement {
  return el(
    'li',
    {},
    el(
      'div',
      { class: 'strip' },
      lineTime(begunAt, 'Started '),
      el('b', {}, words(kind)),
      statusBadge(status, error),
      el('span', { class: 'ms' }, ms(took)),
    ),
    sentTo !== null && el('small', {}, `to ${sentTo}`),
    answer !== null &&
      answer !== '' &&
      el('pre', { class: 'code small', tabindex: 0, 'aria-label': 'App response' }, answer),
  )
}

function signatureSection({ signature }: DeliveryDetail): HTMLElement {
  const { signedText, bodyBytes, header, received, recomputed, ageSeconds } = signature
  const { onArrival, today } = signatureWords(signature)
  return section(
    'Signature',
    quiet('HMAC-SHA256 with the text of the app’s webhook signing secret as the key, over these bytes:'),
    el('pre', { class: 'code' }, signedText.replaceAll('\n', '↵\n'), el('i', {}, `+ ${bodyBytes} bytes of raw body`)),
    pairs(
      [
        [header, received],
        ['With the current secret', recomputed === null ? today : `${recomputed} (${today})`],
      ],
      el('dt', {}, 'Result'),
      el(
        'dd',
        {},
        el('span', { class: 'badge good' }, onArrival),
        ` signed ${Math.abs(ageSeconds)} s ${ageSeconds < 0 ? 'after' : 'before'} arrival`,
      ),
    ),
  )
}
