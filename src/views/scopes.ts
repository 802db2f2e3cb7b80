import { table } from '../terminal/table.ts'
import { facts } from './cells.ts'
import type { Looks, View } from './view.ts'

/** One scope: what it opens, and how this project and install stand to it. */
export interface ShownScope {
  readonly scope: string
  readonly opens: string
  /** `announced`: opens nothing yet. `not-shown`: the documents show not all of what it opens. */
  readonly state: 'available' | 'announced' | 'not-shown'
  readonly endpoints: readonly { readonly id: string; readonly method: string; readonly path: string }[]
  /** Assumed (N6). */
  readonly topics: readonly string[]
  /** Null without a project. */
  readonly requested: 'required' | 'optional' | 'no' | null
  /** Whether the install holds it; null without an install. */
  readonly held: boolean | null
  /** Which install that is; null without one. */
  readonly install: {
    readonly storeId: number
    readonly storeCode: string | null
    readonly regionId: number | null
  } | null
}

/** All scopes, one a line. Columns of a project and an install are there only when these are. */
export function scopeTable(rows: readonly ShownScope[], { width, style }: Looks): string {
  const [first] = rows
  return table(
    rows,
    [
      { header: 'SCOPE', cell: ({ scope }: ShownScope) => scope },
      ...(first?.requested === null
        ? []
        : [{ header: 'APP.TOML', cell: ({ requested }: ShownScope) => requested ?? '' }]),
      ...(first?.held === null
        ? []
        : [{ header: 'INSTALL', cell: ({ held }: ShownScope) => (held === true ? 'held' : 'no') }]),
      { header: 'ENDPOINTS', cell: ({ endpoints }: ShownScope) => String(endpoints.length), right: true },
      { header: 'STATE', cell: ({ state }: ShownScope) => (state === 'available' ? '–' : state.replace('-', ' ')) },
      { header: 'WHAT IT OPENS', cell: ({ opens }: ShownScope) => opens },
    ],
    { width, heading: style.dim },
  )
}

/** One scope with everything that needs it. */
export const scopeDetail: View<ShownScope> = (scope) => {
  const { endpoints, topics, state } = scope
  return facts([
    ['Scope', scope.scope],
    ['Opens', scope.opens],
    ...(state === 'available' ? [] : [['State', stateWords[state]] as const]),
    ...listed(
      'Endpoints',
      endpoints.map(({ id, method, path }) => `${method} ${path} (app call ${id.replace('.', ' ')})`),
    ),
    ...listed('Topics (assumed)', topics),
    ['app.toml', requestedWords(scope)],
    ['Install', heldWords(scope)],
  ])
}

const stateWords = {
  announced: 'Announced: it may be requested, and opens nothing yet.',
  'not-shown': 'The documents do not show what else it opens: such calls are made with `app call raw`.',
} as const

function listed(name: string, values: readonly string[]): (readonly [string, string])[] {
  if (values.length === 0) return [[name, 'none']]
  return values.map((value, at) => [at === 0 ? name : '', value])
}

function requestedWords({ requested }: ShownScope): string {
  if (requested === null) return 'there is no project here'
  return requested === 'no' ? 'not requested' : `requested, ${requested}`
}

function heldWords({ held, install, requested }: ShownScope): string {
  if (held === null || install === null) return 'none is on record here'
  const place = `${install.storeCode ?? `store ${install.storeId}`}${install.regionId === null ? '' : `, region ${install.regionId}`}`
  if (held) return `${place}: held`
  const asked = requested === 'required' || requested === 'optional'
  return `${place}: not held. ${asked ? 'Scopes are frozen at install: `app install` again.' : 'Request it in app.toml, then `app register` and `app install`.'}`
}
