import { AppError } from '../errors.ts'

/** The part of a catalog schema that validating a response needs. */
export interface AnswerSchema<T> {
  readonly safeParse: (value: unknown) => SafeParsed<T>
}

type SafeParsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }

interface Issue {
  readonly path: readonly PropertyKey[]
}

export interface AnswerFacts {
  /** Name of the response at the start of a sentence: `The context`. */
  readonly what: string
  /** Next steps. */
  readonly suggestions?: readonly string[]
}

/** Maximum number of fields that are listed. */
const MAX_FIELDS = 5

/**
 * Returns the platform's response unchanged if it has the documented shape, so that undocumented fields stay
 * in it. Raises `api.bad-response` with the names of the invalid fields, and never with their values.
 */
export function checkAnswer<T>(schema: AnswerSchema<T>, value: unknown, facts: AnswerFacts): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw badAnswer(facts, describeIssues(parsed.error.issues))
  // The value is valid. The schema's own output is not used, because it strips and fills in members.
  return value as T
}

/** Returns the error for an unusable response; `why` is the end of the sentence. */
export function badAnswer({ what, suggestions = [] }: AnswerFacts, why: string): AppError {
  return new AppError('api.bad-response', `${what} ${why}.`, {
    suggestions: [...suggestions, "Check that the target's URL is the platform's URL."],
  })
}

function describeIssues(issues: readonly Issue[]): string {
  const fields = [...new Set(issues.map(({ path }) => fieldOf(path)))]
  if (fields.includes('')) return 'does not have the documented shape, because it is not an object'
  const more = fields.length > MAX_FIELDS ? `, and ${fields.length - MAX_FIELDS} more` : ''
  return `does not have the documented shape: ${fields.slice(0, MAX_FIELDS).join(', ')}${more}`
}

/** Returns `regions[1].id`, with the schema's keys. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}
