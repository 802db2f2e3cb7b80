import { el, type Child } from './dom.ts'

/** A list of names and values, one below the other. */
export function pairs(entries: readonly (readonly [string, string])[]): HTMLElement[] {
  return entries.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, el('code', {}, value))])
}

export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'card' }, el('h2', {}, title), ...children)
}

/** Short facts, one beside the other. */
export function factList(rows: readonly (readonly [string, Child])[]): HTMLElement {
  return el(
    'dl',
    { class: 'facts' },
    ...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  )
}
