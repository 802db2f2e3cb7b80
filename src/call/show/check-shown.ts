import type { EndpointFacts } from '../../catalog/endpoint.ts'
import * as z from '../../catalog/schema.ts'
import { surelyFits } from '../../catalog/schema/fits.ts'
import { badAnswer } from '../../client/check-answer.ts'
import { memberAt } from '../../text/paths.ts'
import type { Answer } from '../send/strategy.ts'
import type { SinkTools } from './sink.ts'

type Issue = z.core.$ZodIssue

/**
 * Raises `api.bad-response` if documented members are missing, or if a list or object has another type, because the view would show invented values.
 * Additional members, a missing nullable one, and a number that arrived as text are accepted (P5). So is a part of a list without its page facts,
 * which the view leaves out.
 */
export function checkShown({ result: { body }, place }: Answer, { response, isWalk, isLive }: SinkTools): void {
  if (response === null || body === null) return
  const [first] = misfits(response, body).filter((path) => !(isWalk || isLive) || path.split('.')[0] === place)
  if (first === undefined) return
  const suggestions = [`To see the unchanged response, add ${isLive ? '--ndjson' : '--json'}.`]
  throw badAnswer({ what: "The platform's response", suggestions }, `has no valid ${first}`)
}

/** Returns the members that do not match, as `regions.0.id`. */
function misfits(schema: EndpointFacts['response'], body: unknown): string[] {
  if (surelyFits(schema, body)) return []
  const issues = issuesOf(schema, body).filter((issue) => !isOtherScalar(issue, body))
  if (issues.length === 0) return []
  // A response may leave out a nullable member.
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

/** Returns whether the value is a text instead of a number, or an unlisted value. Both can be shown unchanged. */
function isOtherScalar(issue: Issue, body: unknown): boolean {
  if (issue.code === 'invalid_type' && ['object', 'array', 'record'].includes(issue.expected)) return false
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof memberAt(body, issue.path))
}

/** Returns a copy with null at the path; the value itself if the path does not exist. */
function withNull(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null || key === undefined) return value
  const inner = rest.length === 0 ? null : withNull(Reflect.get(value, key), rest)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}
