import { limits } from '../../catalog/limits.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { insertRow } from '../../storage/statements.ts'
import type { World } from '../world.ts'

export interface Grant {
  readonly appKey: string
  readonly storeId: number
  /** Region id, or null for a store-wide install. */
  readonly regionId: number | null
  readonly scopes: readonly string[]
}

/** A new authorization code, 64 lower-case hex characters; only its digest is stored (INST-050, INST-051). */
export function issueCode(world: World, { appKey, storeId, regionId, scopes }: Grant): string {
  const code = world.randomBytes(limits.codeLength / 2).toString('hex')
  insertRow(world.registry, 'codes', {
    digest: digestSecret(code),
    app_key: appKey,
    store_id: storeId,
    region_id: regionId,
    scopes: JSON.stringify(scopes),
    created_at: world.now().getTime(),
  })
  return code
}

/** The return address with `parameters` appended: `&` when it has its own query (B4). Values are escaped; of the rest, only what a header cannot hold. */
export function returnAddress(redirectUri: string, parameters: readonly (readonly [string, string | null])[]): string {
  const query = parameters
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&')
  const address = headerText(redirectUri)
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}

/** An address as it was registered; one with letters beyond ASCII as a browser asks for it, for `Location` is ASCII (RFC 9110 section 10.2.2). */
function headerText(address: string): string {
  return /^[\x21-\x7e]*$/.test(address) ? address : new URL(address).href
}
