import { readEmbedPayload, type InstallScope } from '../embed-payload.ts'

/** Separates this protocol from webhooks, which are signed with the same key. */
const DOMAIN = 'service-embed-v1'

/** Lifetime of an embed token, from `Iat` to `Exp`. */
export const EMBED_LIFETIME_SECONDS = 120

/** Maximum clock difference between platform and app, inclusive. */
export const EMBED_SKEW_SECONDS = 60

/**
 * Reason why a panel does not open. A missing and an invalid token are different states and need
 * different screens. `findPanelInstall` returns `embed_store_not_installed`, `verifyEmbedToken` all
 * others.
 */
export type EmbedTokenError =
  | 'embed_token_missing'
  | 'embed_secret_missing'
  | 'embed_token_malformed'
  | 'embed_token_bad_signature'
  | 'embed_token_other_app'
  | 'embed_token_expired'
  | 'embed_token_not_yet_valid'
  | 'embed_store_not_installed'

/**
 * Header for the embed token in each request of a panel without a cookie. A page on another origin
 * can only send it if CORS allows it.
 */
export const EMBED_TOKEN_HEADER = 'X-Service-Embed-Token'

/** The two places for an embed token in a request. */
export interface RequestTokens {
  /** Value of `EMBED_TOKEN_HEADER`. */
  readonly header: string | null | undefined
  /** Value of `embed_token` in the query. */
  readonly query: string | null | undefined
}

/**
 * Returns the unverified embed token of a request: from the header, or from the query if the header
 * is empty or missing. A valid query does not replace an invalid header. Undefined without a token.
 */
export function requestToken({ header, query }: RequestTokens): string | undefined {
  const said = header ?? ''
  return (said.trim() === '' ? query : said) ?? undefined
}

export type EmbedTokenVerdict =
  | {
      readonly ok: true
      /**
       * Store id. With `regionId` it is the trusted filter: nothing else in the request may decide
       * which data is shown.
       */
      readonly storeId: number
      /** Region id. Can be null for a store-wide install. */
      readonly regionId: number | null
      /** For diagnostics and display only. */
      readonly storeCode: string | null
      /**
       * Whether the panel shows a region picker (`store`) or not. Null in tokens issued before the
       * field existed.
       */
      readonly scope: InstallScope | null
      readonly issuedAt: Date
      readonly expiresAt: Date
    }
  | { readonly ok: false; readonly reason: EmbedTokenError }

export type RejectedEmbedToken = Extract<EmbedTokenVerdict, { readonly ok: false }>

/** The two parts of a token. Do not trust them before the signature is verified. */
export interface ClaimedEmbedToken {
  readonly ok: true
  /** Base64url of the payload's JSON, as in the token. */
  readonly payload: string
  /** Hex signature in any case, as in the token. */
  readonly signature: string
}

/**
 * Splits a token without cryptography. `hasKey` is false if no signing secret is configured. Never
 * throws.
 */
export function readEmbedToken(token: unknown, hasKey: boolean): ClaimedEmbedToken | RejectedEmbedToken {
  if (isMissing(token)) return reject('embed_token_missing')
  if (!hasKey) return reject('embed_secret_missing')
  const parts = splitToken(token)
  return parts === null ? reject('embed_token_malformed') : { ok: true, ...parts }
}

/** Returns the signed text: the base64url text in the token, not the JSON inside. */
export function embedSigned(payloadText: string): string {
  return `${DOMAIN}\n${payloadText}`
}

export interface EmbedTokenToJudge {
  /** Base64url payload, as signed. */
  readonly payload: string
  /** Whether the signature is valid. */
  readonly isSigned: boolean
  /** App key of this app. */
  readonly appKey: string
  /** Current time in Unix seconds. */
  readonly seconds: number
}

/** Returns the verdict on a token after its signature check. The payload is not read before. */
export function judgeEmbedToken({ payload: text, isSigned, appKey, seconds }: EmbedTokenToJudge): EmbedTokenVerdict {
  if (!isSigned) return reject('embed_token_bad_signature')
  const payload = readEmbedPayload(text)
  if (!payload) return reject('embed_token_malformed')
  if (payload.AppKey?.toLowerCase() !== appKey.toLowerCase()) return reject('embed_token_other_app')

  // Written as a negation, so that a clock that is NaN is rejected.
  if (!(seconds - payload.Exp <= EMBED_SKEW_SECONDS)) return reject('embed_token_expired')
  if (!(payload.Iat - seconds <= EMBED_SKEW_SECONDS)) return reject('embed_token_not_yet_valid')

  return {
    ok: true,
    storeId: payload.StoreId,
    regionId: payload.RegionId,
    storeCode: payload.StoreCode,
    scope: payload.Scope,
    issuedAt: new Date(payload.Iat * 1000),
    expiresAt: new Date(payload.Exp * 1000),
  }
}

function reject(reason: EmbedTokenError): RejectedEmbedToken {
  return { ok: false, reason }
}

function isMissing(token: unknown): boolean {
  return token === undefined || token === null || (typeof token === 'string' && token.trim() === '')
}

/** Splits at the last dot: neither half may be empty, and a hex signature contains no dot. */
function splitToken(token: unknown): { readonly payload: string; readonly signature: string } | null {
  if (typeof token !== 'string') return null
  const dot = token.lastIndexOf('.')
  if (dot <= 0 || dot === token.length - 1) return null
  return { payload: token.slice(0, dot), signature: token.slice(dot + 1) }
}
