import { messages } from '../../catalog/errors.ts'
import { isScope } from '../../catalog/scopes.ts'
import type { Registration } from '../../control/contract.ts'
import { checkStateValue } from '../../protocol/state-value.ts'
import { readQuery } from './query.ts'

export type ConsentRequest =
  | {
      readonly ok: true
      /** Null if the flow was started from the store admin (INST-037). */ readonly state: string | null
      /** True if the address has a client_id, which only an app adds (A25). */ readonly isFromApp: boolean
    }
  | {
      readonly ok: false
      readonly message: string
      /** Set if the text is documented word for word and returned as plain text. */ readonly exact?: true
    }

/** Reads and checks the parameters of the consent page's address (INST-006 to INST-020, B2, B3). `response_type` is ignored. */
export function readConsentRequest(app: Registration, search: string): ConsentRequest {
  const query = readQuery(search)
  if (query === null) return reject('The URL contains an invalid escape sequence.')
  if (query.has('redirect_uri')) return { ok: false, message: messages.redirectNotRegistered, exact: true }
  const read = { clientId: query.get('client_id'), scope: query.get('scope'), state: query.get('state') }
  const given = Object.values(read).filter((values) => values !== undefined)
  if (given.length === 0) return { ok: true, state: null, isFromApp: false }
  if (given.some((values) => values.length > 1)) return reject('A parameter appears more than once.')
  const problem = clientProblem(app, read.clientId?.[0]) ?? scopeProblem(app, read.scope?.[0])
  if (problem !== null) return reject(problem)
  const state = checkState(read.state?.[0] ?? null)
  return state.ok ? { ...state, isFromApp: true } : state
}

/** A41: checks only length and control characters. */
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

/** Only validates the scope (INST-013): for an unknown name, or one beyond the registered ceiling, the screen is not drawn (INST-014). */
function scopeProblem(app: Registration, scope: string | undefined): string | null {
  if (!scope) return 'scope is missing.'
  for (const name of scope.split(' ')) {
    if (!isScope(name)) return `scope contains ${JSON.stringify(name)}, which is not a scope. Separate scopes with %20.`
    if (!app.requested_scopes.includes(name)) return `scope contains ${name}, which is not in the app registration.`
  }
  return null
}

function reject(message: string): Extract<ConsentRequest, { ok: false }> {
  return { ok: false, message }
}
