import { limits } from '../../catalog/limits.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { insertRow } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

export interface Grant {
  readonly appKey: string
  readonly storeId: number
  /** Region id; null for a store-wide install. */
  readonly regionId: number | null
  readonly scopes: readonly string[]
}

/** Issues an authorization code of 64 lower-case hex characters. Only its digest is stored (INST-050, INST-051). */
export function issueCode(context: EmulatorContext, { appKey, storeId, regionId, scopes }: Grant): string {
  const code = context.randomBytes(limits.codeLength / 2).toString('hex')
  insertRow(context.registry, 'codes', {
    digest: digestSecret(code),
    app_key: appKey,
    store_id: storeId,
    region_id: regionId,
    scopes: JSON.stringify(scopes),
    created_at: context.now().getTime(),
  })
  return code
}

/** Appends `parameters` to the return address, with `&` if it has a query (B4). Otherwise escapes only what a header cannot contain. */
export function returnAddress(redirectUri: string, parameters: readonly (readonly [string, string | null])[]): string {
  const query = parameters
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&')
  const address = headerText(redirectUri)
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}

/** Returns an address as registered. Letters beyond ASCII are encoded as a browser does, because `Location` is ASCII (RFC 9110 section 10.2.2). */
function headerText(address: string): string {
  return /^[\x21-\x7e]*$/.test(address) ? address : new URL(address).href
}
