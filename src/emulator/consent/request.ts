import { messages } from '../../catalog/errors.ts'
import { isScope } from '../../catalog/scopes.ts'
import type { Registration } from '../../control/contract.ts'
import { checkStateValue } from '../../protocol/state-value.ts'
import { readQuery } from './query.ts'

export type ConsentRequest =
  | {
      readonly ok: true
      /** Null when the flow was started from the store admin (INST-037). */ readonly state: string | null
      /** Whether the address names a client_id, which only an app writes into it (A25). */ readonly isFromApp: boolean
    }
  | {
      readonly ok: false
      readonly message: string
      /** Documented word for word: answered as bare text. */ readonly exact?: true
    }

/** Reads and checks the parameters of the consent page's address (INST-006 to INST-020, B2, B3). `response_type` is not read. */
export function readConsentRequest(app: Registration, search: string): ConsentRequest {
  const query = readQuery(search)
  if (query === null) return refuse('The URL contains an invalid escape sequence.')
  if (query.has('redirect_uri')) return { ok: false, message: messages.redirectNotRegistered, exact: true }
  const read = { clientId: query.get('client_id'), scope: query.get('scope'), state: query.get('state') }
  const given = Object.values(read).filter((values) => values !== undefined)
  if (given.length === 0) return { ok: true, state: null, isFromApp: false }
  if (given.some((values) => values.length > 1)) return refuse('A parameter appears more than once.')
  const problem = clientProblem(app, read.clientId?.[0]) ?? scopeProblem(app, read.scope?.[0])
  if (problem !== null) return refuse(problem)
  const state = checkState(read.state?.[0] ?? null)
  return state.ok ? { ...state, isFromApp: true } : state
}

/** A41: length and control characters, and nothing else. */
export function checkState(
  state: string | null,
): { readonly ok: true; readonly state: string | null } | Extract<ConsentRequest, { ok: false }> {
  if (state === null || checkStateValue(state).ok) return { ok: true, state }
  return { ok: false, message: messages.stateInvalid, exact: true }
}

function clientProblem(app: Registration, clientId: string | undefined): string | null {
  if (!clientId) return 'client_id is missing.'
  return clientId === app.client_id ? null : `client_id does not belong to ${app.app_key}.`
}

/** Validation input only (INST-013): a name that is unknown or beyond the registered ceiling, and the screen is not drawn (INST-014). */
function scopeProblem(app: Registration, scope: string | undefined): string | null {
  if (!scope) return 'scope is missing.'
  for (const name of scope.split(' ')) {
    if (!isScope(name)) return `scope contains ${JSON.stringify(name)}, which is not a scope. Separate scopes with %20.`
    if (!app.requested_scopes.includes(name)) return `scope contains ${name}, which is not in the app registration.`
  }
  return null
}

function refuse(message: string): Extract<ConsentRequest, { ok: false }> {
  return { ok: false, message }
}
