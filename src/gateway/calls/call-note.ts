import { API_PREFIX, type EndpointFacts } from '../../catalog/endpoint.ts'
import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import { isSuccess } from '../../http/status.ts'
import type { AnswerFacts } from './call-answer.ts'
import type { TokenScope } from './token-watch.ts'

export interface AnsweredCall {
  readonly method: string
  readonly path: string
  /** Region in the call. */
  readonly pin: string | null
  readonly status: number | null
  /** Null if no response could be read. */
  readonly facts: AnswerFacts | null
  /** Null for a token that is unknown to the gateway. */
  readonly scope: TokenScope | null
}

/** Returns one word for a fault that the platform does not report: failed rows of a 200, a missing pin, an ignored pin. Null for none of these. */
export function noteOf(endpoints: readonly EndpointFacts[], call: AnsweredCall): string | null {
  const { facts, pin } = call
  if (call.status === 401 && call.path.startsWith(API_PREFIX)) return rejectionNote(call)
  // A firewall's 403 shows nothing about scopes.
  if (call.status === 403 && facts?.isOfAnother === true) return 'answer-of-another'
  if ((facts?.failedRows ?? 0) > 0) return 'partial-failure'
  if (facts?.isPinMissing === true && pin === null) return 'pin-missing'
  return regionNote(endpoints, call)
}

/** A 401 has several causes, and only one of them is a dead token. */
function rejectionNote({ facts, pin, scope }: AnsweredCall): string {
  if (facts?.isOfAnother === true) return 'answer-of-another'
  if (facts?.isInconsistent === true) return 'token-inconsistent'
  return pin !== null && scope?.regionId === null ? 'token-or-region-rejected' : 'token-rejected'
}

function regionNote(endpoints: readonly EndpointFacts[], call: AnsweredCall): string | null {
  const { pin, scope } = call
  if (scope === null) return null
  if (scope.regionId !== null) return pin !== null && pin !== scope.regionId ? 'pin-ignored' : null
  return pin === null && isSuccess(call.status) && isRegional(endpoints, call) ? 'unpinned' : null
}

function isRegional(endpoints: readonly EndpointFacts[], { method, path }: AnsweredCall): boolean {
  if (!path.startsWith(API_PREFIX)) return false
  const endpoint = matchEndpoint(endpoints, { method, path: path.slice(API_PREFIX.length) })
  return endpoint?.pin === 'required' || endpoint?.pin === 'optional'
}
