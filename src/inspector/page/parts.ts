import { el, type Child } from './dom.ts'

/** Renders a list of names and values, one below the other, and the nodes after them. */
export function pairs(entries: readonly (readonly [string, string])[], ...more: readonly Child[]): HTMLElement {
  const rows = entries.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, el('code', {}, value))])
  return el('dl', { class: 'headers' }, ...rows, ...more)
}

/** Renders a paragraph in a muted style. */
export function quiet(...children: readonly Child[]): HTMLElement {
  return el('p', { class: 'quiet' }, ...children)
}

/** Renders the head of the details, with the link back to the timeline. */
export function detailHead(...children: readonly Child[]): HTMLElement {
  const back = el('a', { class: 'back', href: '#/', 'aria-label': 'Back to the timeline' }, '←')
  return el('header', { class: 'detail-head' }, back, ...children)
}

interface Choice {
  readonly show: () => void
  readonly isOn: boolean
}

/** Renders one button of a group in which one is pressed. */
export function choice(label: string, { show, isOn }: Choice): HTMLButtonElement {
  const one = el('button', { type: 'button', 'aria-pressed': String(isOn) }, label)
  one.addEventListener('click', () => {
    for (const other of one.parentElement?.children ?? []) other.setAttribute('aria-pressed', String(other === one))
    show()
  })
  return one
}

export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'card' }, el('h2', {}, title), ...children)
}

/** Renders short facts side by side. */
export function factList(rows: readonly (readonly [string, Child])[]): HTMLElement {
  return el(
    'dl',
    { class: 'facts' },
    ...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  )
}
