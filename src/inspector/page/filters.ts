import { byId, el, fill } from './dom.ts'
import { words } from './format.ts'
import { choice } from './parts.ts'

const kinds: readonly (readonly [string, string])[] = [
  ['', 'All'],
  ['delivery', 'Deliveries'],
  ['attempt', 'Attempts'],
  ['call', 'Calls'],
  ['install', 'Installs'],
  ['span', 'Spans'],
  ['log', 'Logs'],
]
const states = ['delivered', 'pending', 'failed', 'dead_letter', 'held_back', 'conflict', 'dropped']
const statuses = ['2xx', '3xx', '4xx', '5xx', 'none']

const PAUSE_MS = 250

/** Current filters in the API's format. */
export interface Filters {
  readonly query: () => URLSearchParams
  readonly focus: () => void
}

/** Creates the search field, kinds and choices. Calls `changed` when one of them changes. */
export function makeFilters(topics: readonly string[], changed: () => void): Filters {
  const search = byId<HTMLInputElement>('q')
  const [topic, state, status] = [select('topic'), select('state'), select('status')]
  options(topic, 'All topics', topics)
  options(state, 'All states', states)
  options(status, 'All statuses', statuses)
  let kind = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const chips = kinds.map(([value, label]) => {
    const show = () => {
      kind = value
      changed()
    }
    return choice(label, { show, isOn: value === '' })
  })
  fill(byId('kinds'), ...chips)
  search.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(changed, PAUSE_MS)
  })
  for (const one of [topic, state, status]) one.addEventListener('change', changed)
  return {
    query: () => {
      const chosen = { kind, q: search.value.trim(), topic: topic.value, state: state.value, status: status.value }
      return new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
    },
    focus: () => {
      search.focus()
      search.select()
    },
  }
}

function select(id: string): HTMLSelectElement {
  return byId<HTMLSelectElement>(id)
}

function options(place: HTMLSelectElement, all: string, names: readonly string[]): void {
  fill(
    place,
    el('option', { value: '' }, all),
    ...names.map((name) => el('option', { value: name }, name === 'none' ? 'no response' : shown(name))),
  )
}

/** Topics stay unchanged. States lose their underscores. */
function shown(name: string): string {
  return name.includes('.') ? name : words(name)
}
