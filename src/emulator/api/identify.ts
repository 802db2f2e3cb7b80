import { messages } from '../../catalog/errors.ts'
import type { Settings } from '../../catalog/settings.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { integer, integerOrNull, text, textList, textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { EmulatorContext } from '../context.ts'
import { Refusal } from './rejection.ts'

/** Caller that a token identifies. */
export interface Caller {
  readonly appKey: string
  readonly storeId: number
  readonly storeCode: string
  /** Region that the token is locked to, or null for a store-wide token. */
  readonly regionId: number | null
  /** Granted at install time and frozen since then (SCOPE-001). */
  readonly scopes: ReadonlySet<string>
  /** Countries of the app, empty for a global app. */
  readonly countries: readonly string[]
  /** A29: a token with the older prefix can read but not write. */
  readonly isReadOnly: boolean
}

/** A known token that is not revoked. Its remaining problem, if any, is reported after the rate limit (B10). */
export interface Identified {
  readonly digest: string
  readonly caller: Caller
  readonly problem: Refusal | null
}

/** A 401, with the app of the token if known. */
export interface Unidentified {
  readonly refusal: Refusal
  readonly appKey: string | null
}

const query = `
  SELECT t.app_key, t.store_id, t.region, t.shape, t.scopes, t.revoked_at, a.install_scope, a.status, a.countries, s.code, i.subscription,
    (SELECT o.install_scope FROM installs o WHERE o.app_key = t.app_key AND o.store_id = t.store_id AND o.removed_at IS NULL LIMIT 1)
      AS installed_scope
  FROM (
    SELECT *, CASE WHEN region_id IS NULL AND shape IN ('two-part', 'older-prefix')
        THEN (SELECT r.id FROM regions r WHERE r.store_id = tokens.store_id AND r.is_default = 1)
        ELSE region_id END AS region
    FROM tokens WHERE digest = ?
  ) t
  JOIN apps a ON a.app_key = t.app_key
  JOIN stores s ON s.id = t.store_id
  LEFT JOIN installs i ON i.app_key = t.app_key AND i.store_id = t.store_id AND i.removed_at IS NULL
    AND (coalesce(i.region_id, 0) = coalesce(t.region, 0) OR i.region_id IS NULL AND t.shape IN ('two-part', 'older-prefix'))`

const INVALID = 'The access token is missing, invalid or expired.'

/** Finds the caller by the digest of the token. The token itself is never stored (TOK-016) and does not expire (A4). */
export function identify(context: EmulatorContext, authorization: string | null): Identified | Unidentified {
  if (authorization === null) return unidentified('token-missing')
  // C35: either the documented spelling of the scheme, or any letter case as RFC 9110 allows.
  const pattern = context.settings().authScheme === 'exact' ? exactScheme : anyScheme
  const [, token] = pattern.exec(authorization) ?? []
  if (token === undefined) return unidentified('token-malformed')
  const known = knownToken(context.registry, digestSecret(token))
  if ('refusal' in known) return known
  return { digest: known.digest, caller: known.caller, problem: problemOf(context.settings(), known) }
}

const exactScheme = /^Bearer ([\x21-\x7e]{1,512})$/
const anyScheme = /^Bearer ([\x21-\x7e]{1,512})$/i

/** A token with every fact that decides whether it is valid now. */
interface KnownToken {
  readonly digest: string
  readonly caller: Caller
  readonly shape: string
  readonly registeredScope: string
  /** Scope of the active installs in this store, or null without one. */
  readonly installedScope: string | null
  readonly appStatus: string
  readonly subscription: string | null
}

/** Cached because every call reads it and the result changes only with an install. */
const knownToken = readWhileUnchanged((registry, digest): KnownToken | Unidentified => {
  const row = prepared(registry, query).get(digest)
  if (row === undefined) return unidentified('token-unknown')
  const appKey = text(row, 'app_key')
  if (row['revoked_at'] !== null) return unidentified('token-revoked', appKey)
  const shape = text(row, 'shape')
  const caller = {
    appKey,
    storeId: integer(row, 'store_id'),
    storeCode: text(row, 'code'),
    regionId: integerOrNull(row, 'region'),
    scopes: new Set(textList(row, 'scopes')),
    countries: textList(row, 'countries'),
    isReadOnly: shape === 'older-prefix',
  }
  return {
    digest,
    caller,
    shape,
    registeredScope: text(row, 'install_scope'),
    installedScope: textOrNull(row, 'installed_scope'),
    appStatus: text(row, 'status'),
    subscription: textOrNull(row, 'subscription'),
  }
})

/** Compares the token's shape with the install scope (TOK-021), then checks the payment (402 on every call, A47). */
function problemOf(settings: Settings, token: KnownToken): Refusal | null {
  if (token.appStatus === 'X' && settings.suspendedApp === 'nothing-works') {
    return new Refusal(401, 'app-suspended', { message: INVALID })
  }
  if (isInconsistent(settings, token)) {
    return new Refusal(401, 'token-inconsistent', { message: messages.tokenInconsistent })
  }
  if (token.subscription === 'P') return new Refusal(402, 'payment-pending', { message: messages.paymentPending })
  return null
}

/** A29: whether older token shapes, which mean the home region, are compared too. A30: compare with the current registration or the install's record. */
function isInconsistent({ olderShapes, tokenScopeOf }: Settings, token: KnownToken): boolean {
  const { shape, registeredScope, installedScope } = token
  if (olderShapes === 'not-compared' && shape !== 'region' && shape !== 'store') return false
  const scope = tokenScopeOf === 'registration' ? registeredScope : installedScope
  return scope !== null && scope !== (shape === 'store' ? 'store' : 'region')
}

function unidentified(why: string, appKey: string | null = null): Unidentified {
  return { refusal: new Refusal(401, why, { message: INVALID }), appKey }
}
