import type { ComparisonAnswer, ComparedDelivery } from '../../api.ts'
import { get } from '../api.ts'
import { el, fill } from '../dom.ts'
import { count } from '../format.ts'
import { quiet } from '../parts.ts'
import { moment } from '../when.ts'

/** Compares two deliveries field by field. */
export async function showComparison(place: HTMLElement, a: number, b: number): Promise<void> {
  const found = await get<ComparisonAnswer>(`/api/compare?a=${a}&b=${b}`)
  const { differences, same, isCut } = found
  const summary =
    differences.length === 0
      ? `All ${count(same)} fields are the same.`
      : isCut
        ? `More than ${count(differences.length)} fields differ.`
        : `${count(differences.length)} of ${count(differences.length + same)} fields ${differences.length === 1 ? 'differs' : 'differ'}.`
  fill(
    place,
    el(
      'header',
      { class: 'detail-head' },
      el('a', { class: 'back show', href: '#/', 'aria-label': 'Back to the timeline' }, '←'),
      el('div', { class: 'title' }, el('h1', {}, 'Compare')),
      quiet(summary),
    ),
    el(
      'div',
      { class: 'card diff', role: 'table', 'aria-label': 'Differences' },
      el(
        'div',
        { class: 'diff-row diff-head', role: 'row' },
        el('span', { role: 'columnheader' }, 'Field'),
        side('A', found.a),
        side('B', found.b),
      ),
      ...differences.map(({ where, path, a: left, b: right }) =>
        el(
          'div',
          { class: 'diff-row', role: 'row' },
          el('span', { class: 'path', role: 'rowheader' }, el('small', {}, where), el('code', {}, path)),
          value('minus', left),
          value('plus', right),
        ),
      ),
    ),
  )
}

function side(name: string, { id, topic, receivedAt }: ComparedDelivery): HTMLElement {
  return el(
    'span',
    { role: 'columnheader' },
    el('b', { class: 'letter' }, name),
    el('a', { href: `#/deliveries/${id}` }, `#${id} ${topic}`),
    moment(receivedAt),
  )
}

function value(sign: 'minus' | 'plus', text: string | null): HTMLElement {
  const [look, shown] = text === null ? ['none', 'missing'] : [sign, el('code', {}, text)]
  return el('span', { class: `value ${look}`, role: 'cell' }, shown)
}
