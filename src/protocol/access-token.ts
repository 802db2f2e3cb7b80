import { hash } from 'node:crypto'

export type AccessTokenShape = 'region' | 'store' | 'legacy'

export interface AccessTokenParts {
  readonly storeId: number | string
  /** Null for a store-wide token. */
  readonly regionId: number | string | null
  readonly random: (size: number) => Uint8Array
}

/** Creates an access token as the platform does; its last part is 32 random bytes in lowercase hex. */
export function formatAccessToken({ storeId, regionId, random }: AccessTokenParts): string {
  return `svcapp_${storeId}_${regionId ?? 'all'}_${Buffer.from(random(32)).toString('hex')}`
}

export type ParsedAccessToken =
  | { readonly shape: 'region'; readonly storeId: string; readonly regionId: string }
  | { readonly shape: 'store' | 'legacy'; readonly storeId: string; readonly regionId: null }

/**
 * Reads the three formats that the platform has issued; null for any other text. Only for the platform's side and for
 * hiding secrets: to an app a token is opaque, and `GET /api/apps/v1/context` returns its install. Never throws.
 */
export function parseAccessToken(text: unknown): ParsedAccessToken | null {
  if (typeof text !== 'string') return null
  const [, storeId, region] = /^svcapp_(\d{1,20})(?:_(\d{1,20}|all))?_[0-9a-f]{64}$/.exec(text) ?? []
  if (storeId === undefined) return null
  if (region === undefined) return { shape: 'legacy', storeId, regionId: null }
  if (region === 'all') return { shape: 'store', storeId, regionId: null }
  return { shape: 'region', storeId, regionId: region }
}

/** Returns the format of a token, or null if it has none of the three. The same limits apply as for `parseAccessToken`. */
export function accessTokenShape(text: unknown): AccessTokenShape | null {
  return parseAccessToken(text)?.shape ?? null
}

/** Returns the SHA-256 of a secret's text in lowercase hex, which a database stores instead of the secret. */
export function digestSecret(text: string): string {
  return hash('sha256', text, 'hex')
}
