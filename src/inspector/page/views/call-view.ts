import { linkWords } from '../../../journal/calls/link-words.ts'
import type { CallDetail, ShownMessage } from '../../detail/call-detail.ts'
import { get } from '../api.ts'
import { toast } from '../dialogs/toast.ts'
import { el, fill, prose, type Child } from '../dom.ts'
import { bytes, ms, words } from '../format.ts'
import { detailHead, factList, pairs, quiet, section } from '../parts.ts'
import { regionName, storeName } from '../places.ts'
import { moment } from '../when.ts'
import { statusBadge } from './badges.ts'
import { bodyView, copyText } from './body-view.ts'

/** Everything that is kept of one API call. */
export async function showCall(place: HTMLElement, id: number): Promise<void> {
  const call = await get<CallDetail>(`/api/calls/${id}`)
  const { method, path, status, hint, request, answer, isKept } = call
  const [pathname = '', query = ''] = path.split('?', 2)
  fill(
    place,
    detailHead(
      el('div', { class: 'title' }, el('h1', {}, `${method} ${pathname}`), statusBadge(status, null)),
      quiet(`API call ${id} of the app`),
      el('div', { class: 'buttons' }, copyButton(call)),
    ),
    factList(factsOf(call)),
    hint !== null &&
      el('section', { class: 'card hint' }, el('h2', {}, 'The platform says'), el('p', {}, ...prose(hint))),
    query !== '' && section('Query', pairs([...new URLSearchParams(query)])),
    request !== null && messageSection('Request', request),
    request !== null && answer !== null && messageSection('Answer', answer),
    request !== null && answer === null && section('Answer', quiet('There was none.')),
    !isKept &&
      el(
        'p',
        { class: 'quiet foot' },
        'Headers and bodies of this call are not kept. On the emulator they are; on the live platform only with ',
        el('code', {}, 'app dev --target live --keep-calls'),
        ', since they hold what the store knows of its customers.',
      ),
  )
}

function factsOf({
  at,
  ms: took,
  pin,
  storeId,
  spent,
  failedRows,
  note,
  deliveryId,
  linkedBy,
}: CallDetail): [string, Child][] {
  const rows: [string, Child][] = [
    ['Answered', moment(at)],
    ['Took', ms(took)],
    ['Region', pin === null ? 'not named' : regionName(pin)],
    ['Requests in that minute', spent ?? '–'],
  ]
  if (deliveryId !== null) rows.push(['Came from', cause(deliveryId, linkedBy)])
  if (storeId !== null) rows.push(['Store', storeName(storeId)])
  if (failedRows !== null) rows.push(['Rows that failed', failedRows])
  if (note !== null) rows.push(['Noticed', words(note)])
  return rows
}

function cause(deliveryId: number, linkedBy: CallDetail['linkedBy']): Child {
  const link = el('a', { href: `#/deliveries/${deliveryId}` }, `delivery #${deliveryId}`)
  return el('span', {}, link, linkedBy !== null && el('small', {}, linkWords[linkedBy]))
}

function copyButton({ curl }: CallDetail): Child {
  if (curl === null) return null
  const copy = () => {
    void copyText(curl.command).then(() => {
      if (!curl.isWhole) toast('It is not the same call: masked parts and parts that were not kept are missing.', 'bad')
    })
  }
  return el(
    'button',
    { type: 'button', title: 'With $SVCAPP_TOKEN in the place of the token', click: copy },
    'Copy as curl',
  )
}

const leftOutWords = {
  binary: 'not text, so it is not kept',
  compressed: 'compressed, so it is not kept',
  exchange: 'not kept: it holds secrets of the token exchange',
} as const

function messageSection(title: string, { headers, body }: ShownMessage): HTMLElement {
  return section(title, bodyPart(body), el('h3', {}, 'Headers'), pairs(headers))
}

function bodyPart({ raw, pretty, bytes: size, isCut, leftOut }: ShownMessage['body']): HTMLElement {
  if (leftOut !== null) return quiet(`Body: ${bytes(size)}, ${leftOutWords[leftOut]}.`)
  if (raw === null) return quiet('No body.')
  return bodyView({ raw, pretty, bytes: size, note: isCut ? 'of which the start is kept' : '' })
}
