import type { Config } from './config.ts'
import { faulty, otherwise } from './faulty.ts'
import { hmacHex, isSame } from './keys.ts'

export type EmbedCode =
  | 'embed_token_missing'
  | 'embed_secret_missing'
  | 'embed_token_malformed'
  | 'embed_token_bad_signature'
  | 'embed_token_other_app'
  | 'embed_token_expired'
  | 'embed_token_not_yet_valid'
  | 'embed_store_not_installed'

export interface Identity {
  readonly storeId: number
  readonly regionId: number | null
  readonly scope: 'region' | 'store'
}

export type Verdict =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly code: EmbedCode; readonly seen?: string }

/** The eleven steps, in their order. */
export function verifyEmbedToken(token: string | null, { signingSecret, appKey }: Config): Verdict {
  const text = token ?? ''
  if (faulty('embed-whitespace') ? text === '' : text.trim() === '') return refuse('embed_token_missing')
  if (signingSecret === null && !faulty('embed-empty-secret')) return refuse('embed_secret_missing')
  const dot = text.lastIndexOf('.')
  if (dot <= 0 || dot === text.length - 1)
    return refuse(faulty('embed-shape-code') ? 'embed_token_bad_signature' : 'embed_token_malformed')
  const [payload, signature] = [text.slice(0, dot), text.slice(dot + 1)]
  if (faulty('embed-parsed-first')) {
    const early = readPayload(payload, appKey)
    if (!early.ok) return early
  }
  if (!isSigned(signingSecret ?? '', payload, signature)) {
    const seen = faulty('embed-partial') ? storeCodeIn(payload) : ''
    return { ...refuse(faulty('embed-signature-code') ? 'embed_token_malformed' : 'embed_token_bad_signature'), seen }
  }
  return readPayload(payload, appKey)
}

function refuse(code: EmbedCode): { ok: false; code: EmbedCode } {
  return { ok: false, code }
}

function isSigned(secret: string, payload: string, signature: string): boolean {
  if (faulty('embed-unsigned')) return true
  const signed = faulty('embed-of-json') ? Buffer.from(payload, 'base64url').toString('utf8') : payload
  const key = faulty('embed-hex-key') ? Buffer.from(secret, 'hex') : secret
  return isSame(
    faulty('embed-capitals') ? signature : signature.toLowerCase(),
    hmacHex(key, `service-embed-v1\n${signed}`),
  )
}

const names = ['v', 'appkey', 'storeid', 'regionid', 'storecode', 'iat', 'exp', 'scope']

function fieldsOf(payload: string): Map<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    if (typeof value !== 'object' || value === null) return null
    const entries = Object.entries(value)
    if (faulty('embed-strict') && entries.some(([name]) => !names.includes(name.toLowerCase()))) return null
    return new Map(entries.map(([name, one]) => [faulty('embed-pascal-case') ? name : name.toLowerCase(), one]))
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function storeCodeIn(payload: string): string {
  return textOf(fieldsOf(payload)?.get('storecode'))
}

function readPayload(payload: string, appKey: string): Verdict {
  const fields = fieldsOf(payload)
  if (fields === null) return refuse('embed_token_malformed')
  const field = (name: string) => fields.get(faulty('embed-pascal-case') ? name : name.toLowerCase())
  if (!faulty('embed-any-version') && field('V') !== 1) return refuse('embed_token_malformed')
  const storeId = field('StoreId')
  if (typeof storeId !== 'number' || (storeId <= 0 && !faulty('embed-store-zero')))
    return refuse('embed_token_malformed')
  if (!isOurs(textOf(field('AppKey')), appKey)) return refuse('embed_token_other_app')
  const late = whenOf(Number(field('Exp')), Number(field('Iat')))
  if (late !== null) return refuse(late)
  const regionId = field('RegionId') ?? null
  const scope = field('Scope') === 'store' ? 'store' : 'region'
  if (faulty('embed-needs-region') && regionId === null) return refuse('embed_token_malformed')
  return { ok: true, identity: { storeId, regionId: regionId === null ? null : Number(regionId), scope } }
}

function isOurs(key: string, appKey: string): boolean {
  if (faulty('embed-any-app')) return true
  return faulty('embed-app-case') ? key === appKey : key.toLowerCase() === appKey.toLowerCase()
}

function whenOf(expires: number, issued: number): EmbedCode | null {
  const now = Math.floor(Date.now() / 1000)
  const skew = faulty('embed-wide-skew') ? 600 : otherwise('no-skew') ? 0 : 60
  if (!faulty('embed-never-expires') && !(now - expires <= skew)) {
    return faulty('embed-expired-code') ? 'embed_token_malformed' : 'embed_token_expired'
  }
  if (!faulty('embed-from-future') && !(issued - now <= Math.max(skew, 1))) return 'embed_token_not_yet_valid'
  return null
}
