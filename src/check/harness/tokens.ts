import type { AppInstance } from './app-instance.ts'
import type { ApiCall, Calls } from './calls.ts'
import type { InstallPlace } from './install-place.ts'

/** A token that the app received. */
export interface IssuedToken {
  readonly token: string
  readonly code: string
  readonly storeId: number
  readonly regionId: number | null
}

export function isExchange({ method, path }: Pick<ApiCall, 'method' | 'path'>): boolean {
  return method === 'POST' && path.startsWith('/api/apps/oauth/token')
}

/** Returns a test for exchanges of this code. */
export function isExchangeOf(code: string): (call: ApiCall) => boolean {
  return (call) => isExchange(call) && call.body.includes(code)
}

/** Returns the calls that sent this code to the exchange, even with a wrong spelling. */
export function findExchanges({ calls }: { readonly calls: Pick<Calls, 'list'> }, code: string): readonly ApiCall[] {
  return calls.list().filter(isExchangeOf(code))
}

/** Returns every token that this instance received, in order. */
export function issuedTokens({ calls }: AppInstance): IssuedToken[] {
  return calls.list().flatMap((call): IssuedToken[] => {
    if (!isExchange(call)) return []
    const answer = parseRecord(call.answer)
    const { access_token: token, store_id: storeId, region_id: regionId } = answer
    const { code } = parseRecord(call.body)
    if (typeof token !== 'string' || typeof storeId !== 'number' || typeof code !== 'string') return []
    return [{ token, code, storeId, regionId: typeof regionId === 'number' ? regionId : null }]
  })
}

/** Returns the newest token of a store and region; null without one. */
export function findToken(app: AppInstance, { store, installRegionId }: InstallPlace): string | null {
  const ofPlace = issuedTokens(app).filter(
    ({ storeId, regionId }) => storeId === store.id && regionId === installRegionId,
  )
  return ofPlace.at(-1)?.token ?? null
}

/** Returns a test for calls made with this token. */
export function isWith(token: string): (call: ApiCall) => boolean {
  return ({ headers, path }) => headers.authorization === `Bearer ${token}` || path.includes(token)
}

/** Returns a test for calls of an install that may only be made later. */
export function isOfInstall(app: AppInstance, place: InstallPlace): (call: ApiCall) => boolean {
  let token: string | null = null
  return (call) => {
    token ??= findToken(app, place)
    return token !== null && isWith(token)(call)
  }
}

/** Returns the calls with a token, in order. */
export function callsWith({ calls }: AppInstance, token: string): readonly ApiCall[] {
  return calls.list().filter(isWith(token))
}

function parseRecord(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    // An object of any type reads as a record of unknown values.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
