import { messages } from '../../catalog/errors.ts'
import { isScope } from '../../catalog/scopes.ts'
import type { Registration } from '../../control/contract.ts'
import { checkStateValue } from '../../protocol/state-value.ts'
import { readQuery } from './query.ts'

export type ConsentRequest =
  | {
      readonly ok: true
      /** Null when the flow was started from the store admin (INST-037). */ readonly state: string | null
    }
  | {
      readonly ok: false
      readonly message: string
      /** Documented word for word: answered as bare text. */ readonly exact?: true
    }

/** Reads and checks the parameters of the consent page's address (INST-006 to INST-020, B2, B3). `response_type` is not read. */
export function readConsentRequest(app: Registration, search: string): ConsentRequest {
  const query = readQuery(search)
  if (query === null) return refuse('The address holds a broken escape.')
  if (query.has('redirect_uri')) return { ok: false, message: messages.redirectNotRegistered, exact: true }
  const repeated = ['client_id', 'scope', 'state'].find((name) => (query.get(name)?.length ?? 0) > 1)
  if (repeated !== undefined) return refuse(`${repeated} is given more than once.`)
  const [clientId] = query.get('client_id') ?? []
  const [scope] = query.get('scope') ?? []
  const [state = null] = query.get('state') ?? []
  if (clientId === undefined && scope === undefined && state === null) return { ok: true, state: null }
  const problem = clientProblem(app, clientId) ?? scopeProblem(app, scope)
  if (problem !== null) return refuse(problem)
  return checkState(state)
}

/** A41: length and control characters, and nothing else. */
export function checkState(state: string | null): ConsentRequest {
  if (state === null || checkStateValue(state).ok) return { ok: true, state }
  return { ok: false, message: messages.stateInvalid, exact: true }
}

function clientProblem(app: Registration, clientId: string | undefined): string | null {
  if (!clientId) return 'client_id is missing.'
  return clientId === app.client_id ? null : `client_id is not that of ${app.app_key}.`
}

/** Validation input only (INST-013): a name that is unknown or beyond the registered ceiling, and the screen is not drawn (INST-014). */
function scopeProblem(app: Registration, scope: string | undefined): string | null {
  if (!scope) return 'scope is missing.'
  for (const name of scope.split(' ')) {
    if (!isScope(name)) return `scope holds ${JSON.stringify(name)}, which is no scope; names are separated by %20.`
    if (!app.requested_scopes.includes(name)) return `scope names ${name}, which the app is not registered for.`
  }
  return null
}

function refuse(message: string): ConsentRequest {
  return { ok: false, message }
}
