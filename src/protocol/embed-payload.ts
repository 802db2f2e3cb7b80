import { decodeBase64url } from './base64url.ts'

/** Scope of an install: one region or the whole store. */
export type InstallScope = 'region' | 'store'

/** Payload of an embed token, in the platform's spelling. Signed, not encrypted. */
export interface EmbedPayload {
  /** Protocol version. */
  readonly V: 1
  readonly AppKey: string | null
  /** Positive store id. */
  readonly StoreId: number
  /** Region id. Can be null for a store-wide install. */
  readonly RegionId: number | null
  readonly StoreCode: string | null
  /** Time of issue in Unix seconds. */
  readonly Iat: number
  /** Expiry in Unix seconds. */
  readonly Exp: number
  /** Install scope, or null in tokens issued before the field existed. */
  readonly Scope: InstallScope | null
}

/** Reads the payload of a token with a verified signature. Null unless it is a version 1 payload. */
export function readEmbedPayload(base64url: string): EmbedPayload | null {
  const fields = readFields(base64url)
  if (!fields) return null

  const required = readRequired(fields)
  const optional = readOptional(fields)
  return required && optional ? { ...required, ...optional } : null
}

export type Fields = ReadonlyMap<string, unknown>

function readRequired(fields: Fields): Pick<EmbedPayload, 'V' | 'StoreId' | 'Iat' | 'Exp'> | null {
  const V = fields.get('V')
  const StoreId = fields.get('StoreId')
  const Iat = fields.get('Iat')
  const Exp = fields.get('Exp')
  if (V !== 1 || !isWhole(StoreId) || StoreId <= 0 || !isMoment(Iat) || !isMoment(Exp)) return null
  return { V, StoreId, Iat, Exp }
}

function readOptional(fields: Fields): Pick<EmbedPayload, 'AppKey' | 'RegionId' | 'StoreCode' | 'Scope'> | null {
  const AppKey = fields.get('AppKey') ?? null
  const RegionId = fields.get('RegionId') ?? null
  const StoreCode = fields.get('StoreCode') ?? null
  const Scope = fields.get('Scope') ?? null
  if (!isTextOrNull(AppKey) || !isTextOrNull(StoreCode) || !isScopeOrNull(Scope)) return null
  if (RegionId !== null && !isWhole(RegionId)) return null
  return { AppKey, RegionId, StoreCode, Scope }
}

const spelling = new Map(
  ['V', 'AppKey', 'StoreId', 'RegionId', 'StoreCode', 'Iat', 'Exp', 'Scope'].map((name) => [name.toLowerCase(), name]),
)

/**
 * Reads the known fields under their documented names, regardless of spelling in the JSON. Unknown
 * fields are ignored, because the platform may add some.
 */
export function readFields(base64url: string): Fields | null {
  const json = parseObject(base64url)
  if (!json) return null
  const fields = new Map<string, unknown>()
  for (const [key, value] of Object.entries(json)) {
    const name = spelling.get(key.toLowerCase())
    if (name === undefined) continue
    // With both StoreId and storeid, the trusted one would be ambiguous.
    if (fields.has(name)) return null
    fields.set(name, value)
  }
  return fields
}

function parseObject(base64url: string): object | null {
  const bytes = decodeBase64url(base64url)
  if (!bytes) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Rejects larger ids, which would be rounded to another store's. */
function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** Returns whether these are Unix seconds in the range of Date. */
function isMoment(value: unknown): value is number {
  return isWhole(value) && !Number.isNaN(new Date(value * 1000).getTime())
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function isScopeOrNull(value: unknown): value is InstallScope | null {
  return value === null || value === 'region' || value === 'store'
}
