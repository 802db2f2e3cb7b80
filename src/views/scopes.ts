import { entries } from '../terminal/entries.ts'
import type { Column } from '../terminal/table.ts'
import { escapeCell } from '../text/escape.ts'
import { facts } from './cells.ts'
import type { Looks, View } from './view.ts'

/** A scope: what it grants, and whether this project and install have it. */
export interface ShownScope {
  readonly scope: string
  readonly grants: string
  /** `announced`: grants nothing yet. `undocumented`: the documents do not list everything it grants. */
  readonly state: 'available' | 'announced' | 'undocumented'
  readonly endpoints: readonly { readonly id: string; readonly method: string; readonly path: string }[]
  /** Topics that need the scope, assumed (N6). */
  readonly topics: readonly string[]
  /** Request in app.toml, or null without a project. */
  readonly requested: 'required' | 'optional' | 'no' | null
  /** Whether the install has it, or null without an install. */
  readonly granted: boolean | null
  /** The install checked, or null without one. */
  readonly install: {
    readonly storeId: number
    readonly storeCode: string | null
    readonly regionId: number | null
  } | null
}

/** Formats all scopes, one per line, with the state in app.toml and in the install if they exist. */
export function scopeTable(rows: readonly ShownScope[], looks: Looks): string {
  const { bold, dim, green, yellow } = looks.style
  const scope = {
    columns: columnsOf(rows[0]),
    head: (row: ShownScope) => {
      const install = row.granted === true ? green('granted') : row.requested === 'no' ? '' : yellow('not granted')
      const marks = [
        ...(row.requested === null || row.requested === 'no' ? [] : [`${row.requested} in app.toml`]),
        ...(row.granted === null ? [] : [install]),
        ...(row.state === 'available' ? [] : [row.state]),
      ].filter((mark) => mark !== '')
      return [bold(escapeCell(row.scope)), ...marks].join('  ')
    },
    texts: ({ grants, endpoints }: ShownScope) => [
      escapeCell(grants),
      ...(endpoints.length === 0 ? [] : [dim(endpoints.length === 1 ? '1 endpoint' : `${endpoints.length} endpoints`)]),
    ],
  }
  return entries(rows, scope, looks)
}

function columnsOf(first: ShownScope | undefined): readonly Column<ShownScope>[] {
  return [
    { header: 'SCOPE', cell: ({ scope }) => scope },
    ...(first?.requested === null ? [] : [requestedColumn]),
    ...(first?.granted === null ? [] : [heldColumn]),
    { header: 'ENDPOINTS', cell: ({ endpoints }) => String(endpoints.length) },
    { header: 'STATE', cell: (row) => (row.state === 'available' ? '–' : row.state) },
    { header: 'ACCESS', cell: ({ grants }) => grants },
  ]
}

const requestedColumn: Column<ShownScope> = { header: 'APP.TOML', cell: ({ requested }) => requested ?? '' }

const heldColumn: Column<ShownScope> = {
  header: 'INSTALL',
  cell: ({ granted }) => (granted === true ? 'granted' : 'no'),
}

/** Formats one scope with everything that needs it. */
export const scopeDetail: View<ShownScope> = (scope, looks) => {
  const { endpoints, topics, state } = scope
  return facts(
    [
      ['Scope', scope.scope],
      ['Access', scope.grants],
      ...(state === 'available' ? [] : [['State', stateWords[state]] as const]),
      ...listed(
        'Endpoints',
        endpoints.map(({ id, method, path }) => `${method} ${path} (app call ${id.replace('.', ' ')})`),
      ),
      ...listed('Topics (assumed)', topics),
      ['app.toml', requestedWords(scope)],
      ['Install', heldWords(scope)],
    ],
    looks,
  )
}

const stateWords = {
  announced: 'Announced. You can request it, but no endpoint uses it yet.',
  undocumented: 'The full access is not documented. For other endpoints, use `app call raw`.',
} as const

function listed(name: string, values: readonly string[]): (readonly [string, string])[] {
  if (values.length === 0) return [[name, 'none']]
  return values.map((value, at) => [at === 0 ? name : '', value])
}

function requestedWords({ requested }: ShownScope): string {
  if (requested === null) return 'no project'
  return requested === 'no' ? 'not requested' : `requested, ${requested}`
}

function heldWords({ granted: held, install, requested }: ShownScope): string {
  if (held === null || install === null) return 'no install on record'
  const place = `${install.storeCode ?? `store ${install.storeId}`}${install.regionId === null ? '' : `, region ${install.regionId}`}`
  if (held) return `${place}: granted`
  const asked = requested === 'required' || requested === 'optional'
  return `${place}: not granted. ${asked ? 'Scopes are frozen at install. Run `app install` again.' : 'Add the scope to app.toml, then run `app register` and `app install`.'}`
}
