import type { EndpointFacts } from '../../catalog/endpoint.ts'
import * as z from '../../catalog/schema.ts'
import { surelyFits } from '../../catalog/schema/fits.ts'
import { badAnswer } from '../../client/check-answer.ts'
import { memberAt } from '../../text/paths.ts'
import type { Looks, View } from '../../views/view.ts'

type Issue = z.core.$ZodIssue

/**
 * The answer in words. Raises `api.bad-response` when members that the documents promise are missing or lists and objects are something else: the words would be
 * made up. Additional members, a missing one that may be null, and a number that came as text are fine (P5).
 */
export function applyView<Body>(
  { view, response }: { readonly view: View<Body>; readonly response: EndpointFacts['response'] | null },
  body: Body,
  looks: Looks,
): string {
  const [first] = response === null ? [] : misfits(response, body)
  if (first === undefined) return view(body, looks)
  const suggestions = ['To see the unchanged response, add --json.']
  throw badAnswer({ what: "The platform's response", suggestions }, `has no valid ${first}`)
}

/** The members that do not fit, as `regions.0.id`. */
function misfits(schema: EndpointFacts['response'], body: unknown): string[] {
  if (surelyFits(schema, body)) return []
  const issues = issuesOf(schema, body).filter((issue) => !isOtherScalar(issue, body))
  if (issues.length === 0) return []
  // What is missing may be null: an answer may leave such a member out.
  const missing = issues.filter(({ path }) => memberAt(body, path) === undefined)
  const filled = missing.reduce<unknown>((value, { path }) => withNull(value, path), body)
  return issuesOf(schema, filled)
    .filter((issue) => !isOtherScalar(issue, filled))
    .map(({ path }) => path.join('.') || 'value')
}

function issuesOf(schema: EndpointFacts['response'], body: unknown): readonly Issue[] {
  const parsed = z.safeParse(schema, body)
  return parsed.success ? [] : parsed.error.issues
}

/** A text where a number belongs, or another value than the shown ones: it can be shown as it is. */
function isOtherScalar(issue: Issue, body: unknown): boolean {
  if (issue.code === 'invalid_type' && ['object', 'array', 'record'].includes(issue.expected)) return false
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof memberAt(body, issue.path))
}

/** A copy with null at the path; the value itself where nothing can stand there. */
function withNull(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null || key === undefined) return value
  const inner = rest.length === 0 ? null : withNull(Reflect.get(value, key), rest)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}
