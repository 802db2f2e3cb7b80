import { Buffer } from 'node:buffer'

import { AppError } from '../errors.ts'
import { ExactNumber, parseJson } from '../text/json.ts'

/** Returns true if a body matches. */
export type BodyFilter = (body: Uint8Array) => boolean

type Compare = (value: unknown, wanted: unknown) => boolean

const operators: Readonly<Record<string, Compare>> = {
  '==': (value, wanted) => asText(value) === asText(wanted),
  '!=': (value, wanted) => asText(value) !== asText(wanted),
  '>': (value, wanted) => Number(asText(value)) > Number(asText(wanted)),
  '<': (value, wanted) => Number(asText(value)) < Number(asText(wanted)),
}

/**
 * Parses a condition on a body: a path such as `.data.status` or `.data.lines[0].sku`, or a path compared with a JSON value by `==`, `!=`, `<` or `>`. A path
 * alone matches if the value exists and is neither null nor false. The condition only selects and computes nothing. Raises `usage.invalid` for anything else.
 */
export function bodyFilter(expression: string): BodyFilter {
  const [, pathText = '', operator, wantedText = ''] =
    /^\s*(\.[^=!<>\s]*)\s*(?:(==|!=|<|>)\s*(.+?))?\s*$/.exec(expression) ?? []
  const path = pathOf(pathText)
  const wanted = operator === undefined ? null : parseJson(wantedText)
  if (path === null || (wanted !== null && !wanted.ok)) throw unreadable(expression)
  const compare = operator === undefined ? undefined : operators[operator]
  return (body) => {
    const parsed = parseJson(Buffer.from(body).toString('utf8'))
    if (!parsed.ok) return false
    const value = follow(parsed.value, path)
    if (compare === undefined || wanted === null) return value !== undefined && value !== null && value !== false
    return value !== undefined && compare(value, wanted.ok ? wanted.value : undefined)
  }
}

/** Returns the steps of `.a.b[0]`; null for any other text. */
function pathOf(text: string): readonly (string | number)[] | null {
  if (text === '.') return []
  const steps = [...text.matchAll(/\.([A-Za-z_][\w-]*)|\[(\d+)\]/g)]
  if (steps.map(([step]) => step).join('') !== text || steps.length === 0) return null
  return steps.map(([, name, index]) => name ?? Number(index))
}

function follow(value: unknown, path: readonly (string | number)[]): unknown {
  let place = value
  for (const step of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined
    // An object or a list with exactly this key.
    place = (place as Readonly<Record<string | number, unknown>>)[step]
  }
  return place
}

/** Numbers by their digits, everything else as JSON, so that 1 and "1" differ and ids above 2^53 do not merge. */
function asText(value: unknown): string {
  return value instanceof ExactNumber ? value.source : JSON.stringify(value)
}

function unreadable(expression: string): AppError {
  return new AppError('usage.invalid', `--where ${JSON.stringify(expression)} is not a valid condition.`, {
    suggestions: [
      "Use a path, or compare it with a JSON value: --where '.data.lines[0]' or --where '.data.status == \"paid\"'.",
      'To select fields instead of deliveries, use `--ndjson` and jq.',
    ],
  })
}
