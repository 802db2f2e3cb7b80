import type { EndpointFacts } from '../../catalog/endpoint.ts'
import * as z from '../../catalog/schema.ts'
import { surelyFits } from '../../catalog/schema/fits.ts'
import { AppError } from '../../errors.ts'
import { parseJson } from '../../text/json.ts'
import { memberAt } from '../../text/paths.ts'
import { flagName } from './fields.ts'
import { inRows } from './in-rows.ts'

export interface Typed {
  readonly value: unknown
  readonly what: 'argument' | 'flag' | 'field'
  /** Index of the first member of `items` among all rows of a bulk write; undefined without rows. */
  readonly rowsFrom?: number | undefined
}

interface Problem {
  /** The flag as typed, or the platform's spelling of a member; empty for a row itself. */
  readonly name: string
  readonly words: string
  /** Indexes of the affected rows; empty for a problem outside of rows. */
  readonly rows: readonly number[]
}

/** Validates an input. Raises `usage.invalid` with every problem. */
export function checkFields(schema: EndpointFacts['body'], { value, what, rowsFrom }: Typed): void {
  if (schema === undefined) return
  // Typed numbers are still raw text, so validate the value as the platform will receive it.
  const arrived = parseJson(JSON.stringify(value))
  if (arrived.ok && surelyFits(schema, arrived.value)) return
  const result = z.safeParse(schema, arrived.ok ? arrived.value : undefined)
  // Too many rows for one request are sent in several requests.
  const issues = result.success ? [] : result.error.issues.filter((issue) => !isTooManyRows(issue))
  if (issues.length === 0) return
  const found = issues.map((issue): Problem => {
    const isAbsent = arrived.ok && memberAt(arrived.value, issue.path) === undefined
    return { ...placeOf(issue, { what, rowsFrom }), words: isAbsent ? required(issue) : words(issue) }
  })
  const problems = ofSeveralRows(found).map(shown)
  throw new AppError('usage.invalid', `Invalid ${what}: ${problems.join('; ')}. Nothing was sent.`, {
    suggestions: ['To see the allowed values, add --help. To send any value unchanged, use `app call raw`.'],
    details: { problems },
  })
}

function placeOf({ path }: z.core.$ZodIssue, { what, rowsFrom }: Omit<Typed, 'value'>): Omit<Problem, 'words'> {
  const [list, row, ...field] = path
  if (rowsFrom !== undefined && list === 'items' && typeof row === 'number')
    return { name: field.join('.'), rows: [rowsFrom + row] }
  const name = path.join('.') || 'the body'
  return { name: what === 'flag' ? `--${flagName(name)}` : name, rows: [] }
}

/** Merges the same problem of many rows into one. */
function ofSeveralRows(problems: readonly Problem[]): Problem[] {
  const same = Map.groupBy(problems, ({ name, words: fault }) => `${name}: ${fault}`)
  return [...same.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, rows: [first, ...others].flatMap(({ rows }) => rows) }],
  )
}

function shown({ name, words: fault, rows }: Problem): string {
  const place = rows.length === 0 ? '' : inRows(rows)
  return `${[name, place].filter((part) => part !== '').join(' in ')} ${fault}`
}

function isTooManyRows({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'too_big' && path.length === 1 && path[0] === 'items'
}

function required(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `is required (${issue.expected})`
  return issue.code === 'invalid_value' ? `is required (one of ${issue.values.join(', ')})` : 'is required'
}

function words(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return bound('at least', issue.minimum, issue)
  if (issue.code === 'too_big') return bound('at most', issue.maximum, issue)
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  // The catalog has a description for each pattern.
  return issue.code === 'invalid_format' ? `must be ${issue.message}` : 'has an invalid value'
}

function bound(limit: string, count: number | bigint, { origin }: { readonly origin: string }): string {
  const plural = Number(count) === 1 ? '' : 's'
  if (origin === 'string') return `must have ${limit} ${count} character${plural}`
  return origin === 'array' ? `must have ${limit} ${count} item${plural}` : `must be ${limit} ${count}`
}
