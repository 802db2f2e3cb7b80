import { AppError } from '../errors.ts'

/** As much of a schema of the catalog as holding an answer against it needs. */
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
  /** The answer in words, at the start of a sentence: `The context`. */
  readonly what: string
  /** What to do now. */
  readonly suggestions?: readonly string[]
}

/** More than these are not listed. */
const MAX_FIELDS = 5

/**
 * An answer of the platform that has the documented shape: the same value, so that fields which the documents do not name stay in it. Raises
 * `api.bad-response` with the names of the fields that do not fit, and never with what stands in them.
 */
export function checkAnswer<T>(schema: AnswerSchema<T>, value: unknown, facts: AnswerFacts): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw badAnswer(facts, describeIssues(parsed.error.issues))
  // It fits; what the schema would strip or fill in is not wanted.
  return value as T
}

/** The error for an answer that cannot be used, `why` being the end of the sentence. */
export function badAnswer({ what, suggestions = [] }: AnswerFacts, why: string): AppError {
  return new AppError('api.bad-response', `${what} ${why}.`, {
    suggestions: [...suggestions, "Check that the target's address is the platform's."],
  })
}

function describeIssues(issues: readonly Issue[]): string {
  const fields = [...new Set(issues.map(({ path }) => fieldOf(path)))]
  if (fields.includes('')) return 'does not have the documented shape, because it is not an object'
  const more = fields.length > MAX_FIELDS ? `, and ${fields.length - MAX_FIELDS} more` : ''
  return `does not have the documented shape: ${fields.slice(0, MAX_FIELDS).join(', ')}${more}`
}

/** `regions[1].id`; the keys are those of the schema. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}
