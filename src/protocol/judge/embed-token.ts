import { readEmbedPayload, type InstallScope } from '../embed-payload.ts'

/** Keeps this protocol apart from webhooks, which are signed with the same key. */
const DOMAIN = 'service-embed-v1'

/** How long an embed token lives, from `Iat` to `Exp`. */
export const EMBED_LIFETIME_SECONDS = 120

/** How far the clocks of platform and app may differ; exactly this far is still accepted. */
export const EMBED_SKEW_SECONDS = 60

/**
 * Why a panel does not open. A missing token and an invalid one are different states and need different screens.
 * `embed_store_not_installed` comes from `findPanelInstall`, all others from `verifyEmbedToken`.
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

/** In this header a panel without a cookie sends its embed token with each of its requests; a page of another origin may only do so where CORS allows it. */
export const EMBED_TOKEN_HEADER = 'X-Service-Embed-Token'

/** Both places in which a request may hold its embed token, as it holds them. */
export interface RequestTokens {
  /** Value of `EMBED_TOKEN_HEADER`. */
  readonly header: string | null | undefined
  /** Value of `embed_token` in the query. */
  readonly query: string | null | undefined
}

/**
 * The embed token of a request, not verified yet: that of the header, and that of the query only where the header says nothing. A bad header is not made good by
 * a good query. Undefined where there is neither.
 */
export function requestToken({ header, query }: RequestTokens): string | undefined {
  const said = header ?? ''
  return (said.trim() === '' ? query : said) ?? undefined
}

export type EmbedTokenVerdict =
  | {
      readonly ok: true
      /** With `regionId` the trusted filter: nothing else in the request may decide whose data is shown. */
      readonly storeId: number
      /** Region id. Can be null for a store-wide install. */
      readonly regionId: number | null
      /** For diagnostics and display only. */
      readonly storeCode: string | null
      /** Whether the panel shows a region picker (`store`) or not; null in tokens from before the field existed. */
      readonly scope: InstallScope | null
      readonly issuedAt: Date
      readonly expiresAt: Date
    }
  | { readonly ok: false; readonly reason: EmbedTokenError }

export type RefusedEmbedToken = Extract<EmbedTokenVerdict, { readonly ok: false }>

/** The two halves of a token: nothing of it is true before its signature is verified. */
export interface ClaimedEmbedToken {
  readonly ok: true
  /** Base64url of the payload's JSON, as it stands in the token. */
  readonly payload: string
  /** As it stands in the token: hex of any case. */
  readonly signature: string
}

/** Splits a token without any cryptography; `hasKey` is false while no signing secret is configured. Never throws, whatever the token is. */
export function readEmbedToken(token: unknown, hasKey: boolean): ClaimedEmbedToken | RefusedEmbedToken {
  if (isMissing(token)) return refuse('embed_token_missing')
  if (!hasKey) return refuse('embed_secret_missing')
  const parts = splitToken(token)
  return parts === null ? refuse('embed_token_malformed') : { ok: true, ...parts }
}

/** Signed is the base64url text as it stands in the token, not the JSON inside. */
export function embedSigned(payloadText: string): string {
  return `${DOMAIN}\n${payloadText}`
}

export interface EmbedTokenToJudge {
  /** Base64url, as it was signed. */
  readonly payload: string
  /** Whether the signature was found to be right. */
  readonly isSigned: boolean
  /** The key under which this app is registered. */
  readonly appKey: string
  /** Now, in Unix seconds. */
  readonly seconds: number
}

/** The verdict over a token whose signature was compared: nothing of the payload is read before. */
export function judgeEmbedToken({ payload: text, isSigned, appKey, seconds }: EmbedTokenToJudge): EmbedTokenVerdict {
  if (!isSigned) return refuse('embed_token_bad_signature')
  const payload = readEmbedPayload(text)
  if (!payload) return refuse('embed_token_malformed')
  if (payload.AppKey?.toLowerCase() !== appKey.toLowerCase()) return refuse('embed_token_other_app')

  // Asked this way round, a clock that is not a number refuses.
  if (!(seconds - payload.Exp <= EMBED_SKEW_SECONDS)) return refuse('embed_token_expired')
  if (!(payload.Iat - seconds <= EMBED_SKEW_SECONDS)) return refuse('embed_token_not_yet_valid')

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

function refuse(reason: EmbedTokenError): RefusedEmbedToken {
  return { ok: false, reason }
}

function isMissing(token: unknown): boolean {
  return token === undefined || token === null || (typeof token === 'string' && token.trim() === '')
}

/** Splits at the last dot: neither half may be empty, and a hex signature holds no dot. */
function splitToken(token: unknown): { readonly payload: string; readonly signature: string } | null {
  if (typeof token !== 'string') return null
  const dot = token.lastIndexOf('.')
  if (dot <= 0 || dot === token.length - 1) return null
  return { payload: token.slice(0, dot), signature: token.slice(dot + 1) }
}
