import { timingSafeEqual } from 'node:crypto'

import { limits } from '../../catalog/limits.ts'
import type { Registration, Store } from '../../control/contract.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { integer, integerOrNull, textList, type Row } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { findClient } from '../platform/apps.ts'
import { scopeInTheWay } from '../platform/installs.ts'
import { planOf } from '../platform/plans.ts'
import { findStore } from '../platform/stores.ts'

export interface ExchangeFields {
  readonly clientId: string
  readonly clientSecret: string
  readonly code: string
}

/** Grant of a valid code. */
export interface GoodGrant {
  readonly codeDigest: string
  readonly app: Registration
  readonly store: Store
  readonly regionId: number | null
  readonly scopes: readonly string[]
}

/** Cause that the platform does not disclose (EXCH-041 to EXCH-049). */
export type ExchangeCause =
  | 'unknown-client'
  | 'wrong-secret'
  | 'unknown-code'
  | 'code-of-another-app'
  | 'code-used'
  | 'code-expired'
  | 'tenant-unresolved'
  | 'app-suspended'
  | 'provisioning-rejected'

export type FoundGrant =
  | { readonly ok: true; readonly grant: GoodGrant }
  | { readonly ok: false; readonly cause: ExchangeCause; readonly appKey: string | null }

/** Returns whether these credentials and this code match and are valid. Changes nothing, so a failed exchange does not use the code (B14). */
export function findGrant(context: EmulatorContext, fields: ExchangeFields): FoundGrant {
  const client = findClient(context, fields.clientId)
  if (client === null) return { ok: false, cause: 'unknown-client', appKey: null }
  const { app } = client
  const fail = (cause: ExchangeCause): FoundGrant => ({ ok: false, cause, appKey: app.app_key })
  if (!sameDigest(client.secretDigest, digestSecret(fields.clientSecret))) return fail('wrong-secret')
  // B42: in our interpretation, a suspension does not revoke earlier approvals.
  if (app.status === 'X' && context.settings().suspendedApp === 'nothing-works') return fail('app-suspended')
  const codeDigest = digestSecret(fields.code)
  const row = prepared(context.registry, 'SELECT * FROM codes WHERE digest = ?').get(codeDigest)
  if (row === undefined) return fail('unknown-code')
  const cause = codeProblem(context, app, row)
  if (cause !== null) return fail(cause)
  const regionId = integerOrNull(row, 'region_id')
  const store = tenantOf(context, app, { storeId: integer(row, 'store_id'), regionId })
  if (store === null) return fail('tenant-unresolved')
  const plan = planOf(context, { appKey: app.app_key, storeId: store.id })
  if (plan === 'none-selected' || plan === 'provisioning-rejected') return fail('provisioning-rejected')
  return {
    ok: true,
    grant: { codeDigest, app, store, regionId, scopes: textList(row, 'scopes') },
  }
}

function codeProblem(context: EmulatorContext, app: Registration, row: Row): ExchangeCause | null {
  if (row['app_key'] !== app.app_key) return 'code-of-another-app'
  if (row['used_at'] !== null) return 'code-used'
  return context.now().getTime() - integer(row, 'created_at') > limits.codeLifetimeMs ? 'code-expired' : null
}

/**
 * Returns the store if it is unchanged since Approve: it exists, with the region, and without an install in the
 * opposite scope (INST-068). A registration whose install scope has changed since then no longer resolves either.
 */
function tenantOf(
  context: EmulatorContext,
  app: Registration,
  place: { storeId: number; regionId: number | null },
): Store | null {
  const store = findStore(context, place.storeId)
  const scope = place.regionId === null ? 'store' : 'region'
  if (store === null || scope !== app.install_scope) return null
  if (place.regionId !== null && !store.regions.some(({ id }) => id === place.regionId)) return null
  return scopeInTheWay(context, { appKey: app.app_key, storeId: store.id }, scope) === null ? store : null
}

/** Both are 64 hex characters, so the lengths are equal. */
function sameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
