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

/** Shows all stored data of one API call. */
export async function showCall(place: HTMLElement, id: number): Promise<void> {
  const call = await get<CallDetail>(`/api/calls/${id}`)
  const { method, path, status, hint, request, answer, isKept } = call
  const [pathname = '', query = ''] = path.split('?', 2)
  fill(
    place,
    detailHead(
      el('div', { class: 'title' }, el('h1', {}, `${method} ${pathname}`), statusBadge(status, null)),
      quiet(`API call ${id}`),
      el('div', { class: 'buttons' }, copyButton(call)),
    ),
    factList(factsOf(call)),
    hint !== null && el('section', { class: 'card hint' }, el('h2', {}, 'Platform hint'), el('p', {}, ...prose(hint))),
    query !== '' && section('Query', pairs([...new URLSearchParams(query)])),
    request !== null && messageSection('Request', request),
    request !== null && answer !== null && messageSection('Response', answer),
    request !== null && answer === null && section('Response', quiet('No response.')),
    !isKept &&
      el(
        'p',
        { class: 'quiet foot' },
        'Headers and bodies of this call were not stored. To store them for live calls, run ',
        el('code', {}, 'app dev --target live --keep-calls'),
        '. They can contain personal data.',
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
    ['Finished', moment(at)],
    ['Duration', ms(took)],
    ['Region pin', pin === null ? 'none' : regionName(pin)],
    ['Requests in that minute', spent ?? '–'],
  ]
  if (deliveryId !== null) rows.push(['Triggered by', cause(deliveryId, linkedBy)])
  if (storeId !== null) rows.push(['Store', storeName(storeId)])
  if (failedRows !== null) rows.push(['Failed rows', failedRows])
  if (note !== null) rows.push(['Note', words(note)])
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
      if (!curl.isWhole) toast('The copied call is incomplete. Masked and unstored parts are missing.', 'bad')
    })
  }
  return el(
    'button',
    { type: 'button', title: 'Copy the call with $SVCAPP_TOKEN instead of the token', click: copy },
    'Copy as curl',
  )
}

const leftOutWords = {
  binary: 'not text, so not stored',
  compressed: 'compressed, so not stored',
  exchange: 'not stored, because it contains secrets',
} as const

function messageSection(title: string, { headers, body }: ShownMessage): HTMLElement {
  return section(title, bodyPart(body), el('h3', {}, 'Headers'), pairs(headers))
}

function bodyPart({ raw, pretty, bytes: size, isCut, leftOut }: ShownMessage['body']): HTMLElement {
  if (leftOut !== null) return quiet(`Body: ${bytes(size)}, ${leftOutWords[leftOut]}.`)
  if (raw === null) return quiet('No body.')
  return bodyView({ raw, pretty, bytes: size, note: isCut ? 'only the start was stored' : '' })
}
