import { encodeBase64url } from '../protocol/base64url.ts'
import type { EmbedPayload } from '../protocol/embed-payload.ts'
import { embedSigned, type EmbedTokenVerdict } from '../protocol/judge/embed-token.ts'
import type { StateVerdict } from '../protocol/judge/oauth-state.ts'
import {
  signedStart,
  webhookHeaderNames,
  type ReceivedWebhook,
  type WebhookVerdict,
} from '../protocol/judge/webhook.ts'
import { verifyEmbedToken as verifyToken } from '../protocol/web/embed-token.ts'
import { hmacSha256, signingKey, type WebKey } from '../protocol/web/hmac.ts'
import { issueState, verifyState as verifyIssuedState } from '../protocol/web/oauth-state.ts'
import { verifyWebhook as verifyDelivery } from '../protocol/web/webhook-signature.ts'
import { createFetchSend } from '../sdk/fetch-send.ts'
import type { Fetch } from '../sdk/options.ts'
/**
 * The protocol functions alone: `import { verifyWebhook } from 'svcapp-kit/protocol'`. They store
 * nothing and import no Node modules. A secret is the text in the environment
 * (SVCAPP_SIGNING_SECRET or SVCAPP_TOKEN_KEY), or a key that you prepared from it. `now` defaults
 * to the current time.
 */
import { createPlatform, ExchangeError, type Exchanged } from './install/platform.ts'
import { open, seal } from './install/token-box.ts'
import { createKeys } from './keys.ts'

export { authorizeUrl, type AuthorizeUrlParts } from '../protocol/authorize-url.ts'
export { checkManifest } from '../protocol/manifest.ts'
export { readEvent, type ReadEvent } from './events/read-event.ts'
export { signingKey } from '../protocol/web/hmac.ts'
export type { EmbedPayload, EmbedTokenVerdict, Exchanged, ReceivedWebhook, StateVerdict, WebhookVerdict, WebKey }

/** A secret from the environment, or a key prepared from it. */
export type Secret = { readonly secret: string } | { readonly key: WebKey }

function importKey(secret: Secret): Promise<WebKey> | WebKey {
  return 'key' in secret ? secret.key : signingKey(secret.secret)
}

/**
 * Verifies that a request is a delivery of the platform: signed over exactly these bytes, at most
 * 300 s in the past or future (HOOK-015). `body` is the raw bytes, before any parser. It never
 * throws for invalid requests. It does not detect duplicates: store the body's `eventId` for that.
 */
export async function verifyWebhook({
  headers,
  body,
  now = new Date(),
  ...secret
}: Secret & ReceivedWebhook & { readonly now?: Date }): Promise<WebhookVerdict> {
  return verifyDelivery({ key: await importKey(secret), headers, body, now })
}

/** Creates the four headers of a delivery, for your tests. `timestamp` is in Unix seconds. */
export async function signWebhook({
  topic,
  storeId,
  body,
  timestamp = Math.floor(Date.now() / 1000),
  ...secret
}: Secret & {
  readonly topic: string
  readonly storeId: number | string
  readonly body: Uint8Array
  readonly timestamp?: number
}): Promise<Record<string, string>> {
  const signature = await hmacSha256(await importKey(secret), [signedStart({ topic, storeId, timestamp }), body])
  return {
    [webhookHeaderNames.signature]: hex(signature),
    [webhookHeaderNames.topic]: topic,
    [webhookHeaderNames.store]: String(storeId),
    [webhookHeaderNames.timestamp]: String(timestamp),
  }
}

/**
 * Verifies that an embed token is from the platform, for the app with this key and not expired: 120
 * s, plus 60 s for clock skew. It never throws. Accept each token only once: store the part before
 * its last dot until `expiresAt`.
 */
export async function verifyEmbedToken({
  token,
  appKey,
  now = new Date(),
  ...secret
}: Secret & { readonly token: unknown; readonly appKey: string; readonly now?: Date }): Promise<EmbedTokenVerdict> {
  return verifyToken({ key: await importKey(secret), token, appKey, now })
}

/** Issues an embed token as the platform does, for your tests. */
export async function issueEmbedToken({
  payload,
  ...secret
}: Secret & { readonly payload: EmbedPayload }): Promise<string> {
  const text = encodeBase64url(new TextEncoder().encode(JSON.stringify(payload)))
  return `${text}.${hex(await hmacSha256(await importKey(secret), [embedSigned(text)]))}`
}

/** How long a state is valid, in ms: the time that a store owner gets to approve. */
const STATE_MS = 15 * 60_000

/**
 * Creates a `state` for one install. `secret` is your own, such as SVCAPP_TOKEN_KEY. Store the
 * `nonce` in a cookie of the browser that starts the install (HttpOnly, SameSite=Lax), and mark it
 * as used in `verifyState`.
 */
export async function createState({
  now = new Date(),
  ...secret
}: Secret & { readonly now?: Date }): Promise<{ readonly state: string; readonly nonce: string }> {
  return issueState({ key: await importKey(secret), now })
}

/**
 * Verifies that `createState` created a state at most 15 minutes ago. `consume` marks its nonce as
 * used and returns true if the nonce was unused and the browser has it. It is called only if
 * everything else is valid. Errors of `consume` are rethrown.
 */
export async function verifyState({
  state,
  consume,
  now = new Date(),
  lifetimeMs = STATE_MS,
  ...secret
}: Secret & {
  readonly state: unknown
  readonly consume: (nonce: string) => Promise<boolean>
  readonly now?: Date
  readonly lifetimeMs?: number
}): Promise<StateVerdict> {
  return verifyIssuedState({ key: await importKey(secret), state, now, lifetimeMs, consume })
}

export type ExchangeResult =
  | ({ readonly ok: true } & Exchanged)
  /**
   * `exchange-refused`: the platform rejected the code with `status`. `exchange-lost`: no usable
   * response arrived. A code works only once, so never resend it.
   */
  | { readonly ok: false; readonly reason: 'exchange-refused' | 'exchange-lost'; readonly status: number }

/**
 * Exchanges a code for a token with exactly one POST. It never throws for a response of the
 * platform. First make sure that you can store the token.
 */
export async function exchangeCode({
  baseUrl,
  clientId,
  clientSecret,
  code,
  fetch: send = (url, init) => fetch(url, init),
  signal,
}: {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly code: string
  readonly fetch?: Fetch
  readonly signal?: AbortSignal
}): Promise<ExchangeResult> {
  const stoppable: Fetch = (url, init) =>
    send(
      url,
      signal === undefined ? init : { ...init, signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal },
    )
  const platform = createPlatform({
    send: createFetchSend(stoppable, {}),
    config: () => ({ baseUrl, clientId, clientSecret }),
  })
  try {
    return { ok: true, ...(await platform.exchange(code)) }
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error
    const { status } = error
    return { ok: false, reason: status === 0 || status >= 500 ? 'exchange-lost' : 'exchange-refused', status }
  }
}

/**
 * `secret`: the 64 hex characters of SVCAPP_TOKEN_KEY. `owner`: the row that the token belongs to.
 * A token moved to another row does not open.
 */
export interface TokenOwner {
  readonly secret: string
  readonly owner: string
}

/** Encrypts a token with AES-256-GCM. Throws a TypeError unless `secret` is 64 hex characters. */
export async function sealToken({ secret, owner, token }: TokenOwner & { readonly token: string }): Promise<string> {
  return seal({ keys: await createRing(secret), owner }, token)
}

/** Decrypts a token. Null if it was sealed with another secret or owner, or was changed. */
export async function openToken({
  secret,
  owner,
  sealed,
}: TokenOwner & { readonly sealed: string }): Promise<string | null> {
  return open({ keys: await createRing(secret), owner }, sealed)
}

async function createRing(secret: string) {
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new TypeError('secret must be 64 lowercase hex characters. Pass the value of SVCAPP_TOKEN_KEY.')
  return (await createKeys({ tokenKeys: [secret] })).token
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
