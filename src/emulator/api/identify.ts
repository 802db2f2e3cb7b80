import { messages } from '../../catalog/errors.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { integerOrNull, textList } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { World } from '../world.ts'
import { Refusal } from './refusal.ts'

/** Who calls: what the token stands for. */
export interface Caller {
  readonly appKey: string
  readonly storeId: number
  readonly storeCode: string
  /** The one region that the token is locked to; null for a store-wide token. */
  readonly regionId: number | null
  /** Granted at install time and frozen since (SCOPE-001). */
  readonly scopes: ReadonlySet<string>
  /** The app's countries; empty for a global app. */
  readonly countries: readonly string[]
  /** A29: an older-prefix token reads and never writes. */
  readonly isReadOnly: boolean
}

/** A token that is known and not revoked. What may still be wrong with it is told after the rate limit (B10). */
export interface Identified {
  readonly digest: string
  readonly caller: Caller
  readonly problem: Refusal | null
}

/** A 401, with the app whose token it was as far as that is known. */
export interface Unidentified {
  readonly refusal: Refusal
  readonly appKey: string | null
}

const query = `
  SELECT t.app_key, t.store_id, t.region, t.shape, t.scopes, t.revoked_at, a.install_scope, a.countries, s.code, i.subscription
  FROM (
    SELECT *, CASE WHEN region_id IS NULL AND shape IN ('two-part', 'older-prefix')
        THEN (SELECT r.id FROM regions r WHERE r.store_id = tokens.store_id AND r.is_default = 1)
        ELSE region_id END AS region
    FROM tokens WHERE digest = ?
  ) t
  JOIN apps a ON a.app_key = t.app_key
  JOIN stores s ON s.id = t.store_id
  LEFT JOIN installs i ON i.app_key = t.app_key AND i.store_id = t.store_id
    AND coalesce(i.region_id, 0) = coalesce(t.region, 0) AND i.removed_at IS NULL`

/** Finds the caller by the digest of the token; the token itself is kept nowhere (TOK-016). There is no expiry (A4). */
export function identify(world: World, authorization: string | null): Identified | Unidentified {
  if (authorization === null) return unidentified('token-missing')
  const [, token] = /^Bearer ([\x21-\x7e]{1,512})$/.exec(authorization) ?? []
  if (token === undefined) return unidentified('token-malformed')
  return identifyDigest(world.registry, digestSecret(token))
}

/** Every call asks it, and between two installs the answer is the same. */
const identifyDigest = readWhileUnchanged((registry, digest): Identified | Unidentified => {
  const row = prepared(registry, query).get(digest)
  if (row === undefined) return unidentified('token-unknown')
  const appKey = String(row['app_key'])
  if (row['revoked_at'] !== null) return unidentified('token-revoked', appKey)
  const shape = String(row['shape'])
  const caller = {
    appKey,
    storeId: Number(row['store_id']),
    storeCode: String(row['code']),
    regionId: integerOrNull(row, 'region'),
    scopes: new Set(textList(row, 'scopes')),
    countries: textList(row, 'countries'),
    isReadOnly: shape === 'older-prefix',
  }
  return { digest, caller, problem: problemOf(shape, row) }
})

/** TOK-021, A29, A30: the shape against the scope that is registered now, whatever that is; then the payment (402 on every call, A47). */
function problemOf(shape: string, row: Readonly<Record<string, unknown>>): Refusal | null {
  if (row['install_scope'] !== (shape === 'store' ? 'store' : 'region')) {
    return new Refusal(401, 'token-inconsistent', { message: messages.tokenInconsistent })
  }
  if (row['subscription'] === 'P') return new Refusal(402, 'payment-pending', { message: messages.paymentPending })
  return null
}

function unidentified(why: string, appKey: string | null = null): Unidentified {
  return { refusal: new Refusal(401, why, { message: 'The access token is missing, invalid or expired.' }), appKey }
}
