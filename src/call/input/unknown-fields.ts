import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import { cut } from '../../text/cut.ts'
import { escapeCell } from '../../text/escape.ts'
import { isObject } from '../../text/json.ts'
import { nearest } from '../../text/nearest.ts'
import { listFields, listRowFields } from './fields.ts'
import { inRows } from './in-rows.ts'

const MAX_NAME = 60

/** With more typos than this, it is another name. */
const MAX_SLIPS = 2

type Written = Pick<EndpointFacts, 'id' | 'body' | 'rows'>

interface Unknown {
  readonly name: string
  /** Row indexes, from 0; null for a field of the body itself. */
  readonly rows: readonly number[] | null
  /** The similar known field. */
  readonly meant: string | null
  /** Whether it is a typo of that field, and not perhaps a separate field such as `billingAddress` next to `shippingAddress`. */
  readonly isSlip: boolean
}

/**
 * Warns about body fields that are missing from the catalog. The platform silently ignores a misspelled field, so a
 * typo is rejected. Any other field may be newer than this version (VER-005). Raises `usage.invalid`.
 */
export function unknownFieldDoubts({ id, body: schema, rows }: Written, body: unknown): string[] {
  const ofBody = unknownOf(listFields(schema), [body]).map((one) => ({ ...one, rows: null }))
  const items = rows !== undefined && isObject(body) && Array.isArray(body['items']) ? body['items'] : []
  const ofRows = unknownOf(listRowFields(schema), items as readonly unknown[])
  rejectMisspelt(id, [...ofBody, ...ofRows])
  // The requests of a bulk write contain only rows.
  const [sent, dropped] = rows === undefined ? [ofBody, []] : [ofRows, ofBody]
  return [...doubt(sentUnknown(id), sent), ...doubt(`${id} sends only items, so these fields are left out`, dropped)]
}

function sentUnknown(id: string): string {
  return `Unknown fields of ${id} are sent unchanged`
}

/** Does the same for the columns of CSV. Raises `usage.invalid`. */
export function unknownColumnDoubts({ id, body: schema }: Written, names: readonly string[]): string[] {
  const header = Object.fromEntries(names.map((name) => [name, null]))
  const unknown = unknownOf(listRowFields(schema), [header]).map((one) => ({ ...one, rows: null }))
  rejectMisspelt(id, unknown)
  return doubt(sentUnknown(id), unknown)
}

function doubt(words: string, fields: readonly Unknown[]): string[] {
  return fields.length === 0 ? [] : [`${words}: ${fields.map(shown).join(', ')}.`]
}

function rejectMisspelt(id: string, fields: readonly Unknown[]): void {
  const problems = fields.filter(({ isSlip }) => isSlip).map(shown)
  if (problems.length === 0) return
  throw new AppError('usage.invalid', `Unknown fields of ${id}: ${problems.join(', ')}. Nothing was sent.`, {
    suggestions: ['To see the fields, add --help. To send any field unchanged, use `app call raw`.'],
    details: { problems },
  })
}

/** Returns the unknown members of the values, each once. */
function unknownOf(fields: ReturnType<typeof listFields>, values: readonly unknown[]): Unknown[] {
  const known = new Set(fields.map(({ name }) => name))
  const found = new Map<string, number[]>()
  // For a body without listed fields, every member is allowed.
  if (known.size === 0) return []
  for (const [at, value] of values.entries()) {
    for (const name of isObject(value) ? Object.keys(value) : []) {
      if (known.has(name)) continue
      const rows = found.get(name)
      if (rows === undefined) found.set(name, [at])
      else rows.push(at)
    }
  }
  return [...found].map(([name, rows]) => ({ name, rows, ...meantBy(name, [...known]) }))
}

/** Matches a name that is written as a flag, with underscores, or in another case too. */
function meantBy(name: string, known: readonly string[]): Pick<Unknown, 'meant' | 'isSlip'> {
  if (name.length > MAX_NAME) return { meant: null, isSlip: false }
  const names = known.map(plain)
  const found = nearest(plain(name), names)
  const meant = known.find((one) => plain(one) === found) ?? null
  return { meant, isSlip: nearest(plain(name), names, MAX_SLIPS) !== null }
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

function shown({ name, rows, meant }: Unknown): string {
  const place = rows === null ? '' : ` in ${inRows(rows)}`
  return `${cut(escapeCell(name), MAX_NAME)}${place}${meant === null ? '' : ` (did you mean ${meant}?)`}`
}
