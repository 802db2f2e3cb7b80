import type { ActionAnswer, ReplayMode } from '../actions.ts'
import type { AttemptDetail, DeliveryDetail } from '../detail.ts'
import { get, post } from './api.ts'
import { attemptBars } from './attempt-bars.ts'
import { markBadge, stateBadge, statusBadge } from './badges.ts'
import { el, fill, type Child } from './dom.ts'
import { openEdit } from './edit-dialog.ts'
import { bytes, clock, day, moment, ms, words } from './format.ts'
import { jsonView } from './json-view.ts'
import { tellAnswer, tellFailure, toast } from './toast.ts'

export interface DeliveryTools {
  /** Marks a delivery for comparison, or compares it with the marked one. */
  readonly compare: (id: number) => void
}

/** Everything about one delivery. */
export async function showDelivery(place: HTMLElement, id: number, tools: DeliveryTools): Promise<DeliveryDetail> {
  const detail = await get<DeliveryDetail>(`/api/deliveries/${id}`)
  fill(place, head(detail, tools), ...sections(detail))
  return detail
}

/** Sends a delivery again, and tells what the app said. */
export async function replay(id: number, mode: ReplayMode = 're-sign'): Promise<void> {
  await told(`Replay of #${id}`, post<ActionAnswer>(`/api/deliveries/${id}/replay`, { mode }))
}

async function told(what: string, asked: Promise<ActionAnswer>): Promise<void> {
  await asked.then((answer) => tellAnswer(what, answer)).catch(tellFailure)
}

function head(detail: DeliveryDetail, tools: DeliveryTools): HTMLElement {
  const { id, topic, eventId, state, mark } = detail
  return el(
    'header',
    { class: 'detail-head' },
    el('a', { class: 'back', href: '#/', 'aria-label': 'Back to the timeline' }, '←'),
    el('div', { class: 'title' }, el('h1', {}, topic), stateBadge(state), markBadge(mark)),
    el('p', { class: 'quiet' }, `#${id} · `, el('code', {}, eventId ?? 'without eventId')),
    el('div', { class: 'buttons' }, ...buttons(detail, tools)),
  )
}

function buttons(detail: DeliveryDetail, tools: DeliveryTools): Child[] {
  const { id, state } = detail
  const isOpen = state === 'pending' || state === 'failed' || state === 'dead_letter'
  return [
    button('Replay', () => replay(id), { class: 'main', title: 'Fresh timestamp and signature (r)' }),
    button('As it arrived', () => replay(id, 'as-is'), {
      title: 'The same signature; an app refuses it after five minutes',
    }),
    button('As a new event', () => replay(id, 'new-event'), { title: 'Under another eventId' }),
    button('Edit…', () => openEdit(detail), { title: 'Change the body, sign and send (e)' }),
    button('Compare', () => tools.compare(id), { title: 'Mark one, then another (c)' }),
    isOpen && button('Retry', () => told(`Retry of #${id}`, post<ActionAnswer>(`/api/deliveries/${id}/retry`))),
    isOpen && button('Drop', () => drop(id), { class: 'danger' }),
  ]
}

function button(label: string, run: () => unknown, more: Record<string, string> = {}): HTMLButtonElement {
  return el('button', { type: 'button', click: () => void run(), ...more }, label)
}

async function drop(id: number): Promise<void> {
  try {
    await post(`/api/deliveries/${id}/drop`)
    toast(`#${id} is not tried any more.`)
    document.dispatchEvent(new CustomEvent('delivery-changed', { detail: id }))
  } catch (error) {
    tellFailure(error)
  }
}

function sections(detail: DeliveryDetail): Child[] {
  const { copies } = detail
  return [
    facts(detail),
    bodySection(detail),
    attemptsSection(detail),
    signatureSection(detail),
    section('Headers', el('dl', { class: 'headers' }, ...pairs(Object.entries(detail.headers)))),
    copies.length > 0 &&
      section(
        'The same event',
        el(
          'ul',
          { class: 'links' },
          ...copies.map(({ id, mark, receivedAt }) =>
            el('li', {}, el('a', { href: `#/deliveries/${id}` }, `#${id}`), ` ${mark} at ${moment(receivedAt)}`),
          ),
        ),
      ),
  ]
}

function facts({ receivedAt, storeId, regionId, tries, nextAttemptAt, earlierId }: DeliveryDetail): HTMLElement {
  const rows: [string, Child][] = [
    ['Received', el('span', {}, clock(receivedAt), el('small', {}, day(receivedAt)))],
    ['Store', storeId],
    ['Region', regionId ?? 'store-wide'],
    ['Tries', tries],
  ]
  if (nextAttemptAt !== null) rows.push(['Tried again', moment(nextAttemptAt)])
  if (earlierId !== null) rows.push(['First seen as', el('a', { href: `#/deliveries/${earlierId}` }, `#${earlierId}`)])
  return el(
    'dl',
    { class: 'facts' },
    ...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  )
}

function bodySection({ body }: DeliveryDetail): HTMLElement {
  const place = el('div', {})
  const raw = () => fill(place, el('pre', { class: 'code', tabindex: 0 }, body.raw))
  const pretty = () => fill(place, jsonView(body.pretty ?? body.raw))
  const copy = el('button', { type: 'button', click: () => void copyText(body.raw) }, 'Copy')
  const tabs = el(
    'div',
    { class: 'segments', role: 'group', 'aria-label': 'Body as' },
    body.pretty !== null && choice('Pretty', { show: pretty, isOn: true }),
    choice('Raw', { show: raw, isOn: body.pretty === null }),
  )
  if (body.pretty === null) raw()
  else pretty()
  const note = body.isText ? '' : ', not all of it text'
  return section(
    'Body',
    el('div', { class: 'strip' }, tabs, el('span', { class: 'quiet' }, `${bytes(body.bytes)}${note}`), copy),
    place,
  )
}

interface Choice {
  readonly show: () => void
  readonly isOn: boolean
}

/** One of several buttons of which one is pressed. */
function choice(label: string, { show, isOn }: Choice): HTMLButtonElement {
  const one = el('button', { type: 'button', 'aria-pressed': String(isOn) }, label)
  one.addEventListener('click', () => {
    for (const other of one.parentElement?.children ?? []) other.setAttribute('aria-pressed', String(other === one))
    show()
  })
  return one
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => toast('Copied.'),
    () => toast('The browser did not allow it.', 'bad'),
  )
}

function attemptsSection(detail: DeliveryDetail): HTMLElement {
  const { attempts } = detail
  if (attempts.length === 0)
    return section('Attempts', el('p', { class: 'quiet' }, 'None: it was not handed to the app.'))
  return section('Attempts', attemptBars(detail), el('ol', { class: 'attempts' }, ...attempts.map(attemptRow)))
}

function attemptRow({ at, kind, status, error, ms: took, sentTo, answer }: AttemptDetail): HTMLElement {
  return el(
    'li',
    {},
    el(
      'div',
      { class: 'strip' },
      el('time', { datetime: at }, clock(at)),
      el('b', {}, words(kind)),
      statusBadge(status, error),
      el('span', { class: 'ms' }, ms(took)),
    ),
    sentTo !== null && el('small', {}, `to ${sentTo}`),
    answer !== null && el('pre', { class: 'code small' }, answer),
  )
}

function signatureSection({ signature }: DeliveryDetail): HTMLElement {
  const { signedText, bodyBytes, header, received, recomputed, verdict, ageSeconds } = signature
  const isSame = recomputed === received
  const verdictBadge =
    recomputed === null
      ? el('span', { class: 'badge quiet' }, `${verdict} at receipt; no key here now`)
      : el(
          'span',
          { class: `badge ${isSame ? 'good' : 'bad'}` },
          isSame ? `${verdict}: the same` : 'differs: another secret',
        )
  return section(
    'Signature',
    el('p', { class: 'quiet' }, 'HMAC-SHA256 with the webhook signing secret of the app, as text, over these bytes:'),
    el('pre', { class: 'code' }, signedText.replaceAll('\n', '↵\n'), el('i', {}, `+ ${bodyBytes} bytes of raw body`)),
    el(
      'dl',
      { class: 'headers' },
      ...pairs([
        [header, received],
        ['Recomputed', recomputed ?? '–'],
      ]),
      el('dt', {}, 'Verdict'),
      el(
        'dd',
        {},
        verdictBadge,
        ` signed ${Math.abs(ageSeconds)} s ${ageSeconds < 0 ? 'ahead of' : 'before'} its receipt`,
      ),
    ),
  )
}

function pairs(entries: readonly (readonly [string, string])[]): HTMLElement[] {
  return entries.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, el('code', {}, value))])
}

function section(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'card' }, el('h2', {}, title), ...children)
}
