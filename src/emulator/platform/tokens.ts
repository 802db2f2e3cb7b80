import type { Registration } from '../../control/contract.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { insertRow, prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

export interface InstallRef {
  readonly appKey: string
  readonly storeId: number
  /** Region id; null for a store-wide install. */
  readonly regionId: number | null
}

export interface Revocation {
  /** Unix ms. */
  readonly at: number
  readonly because: 'reinstalled' | 'uninstalled'
}

export interface LegacyToken {
  readonly app: Registration
  readonly storeId: number
  readonly shape: 'two-part' | 'older-prefix'
}

/**
 * Creates a token as the platform formerly issued it: for the home region, with the registration's
 * scopes (TOK-005, TOK-018, A29). It has no install, and only this response shows it.
 */
export function seedLegacyToken(
  { registry, randomBytes, now }: EmulatorContext,
  { app, storeId, shape }: LegacyToken,
): string {
  const random = randomBytes(32).toString('hex')
  const token = shape === 'two-part' ? `svcapp_${storeId}_${random}` : `oldapp_${random}`
  insertRow(registry, 'tokens', {
    digest: digestSecret(token),
    app_key: app.app_key,
    store_id: storeId,
    shape,
    scopes: JSON.stringify(app.requested_scopes),
    created_at: now().getTime(),
  })
  return token
}

/**
 * Revokes the tokens of one install. Their rows stay for audit (TOK-013 to TOK-015). A token of a legacy shape has no
 * region: it counts for the home region (A29), and is revoked with the install of that region or of the whole store.
 */
export function revokeTokens(
  { registry }: EmulatorContext,
  { appKey, storeId, regionId }: InstallRef,
  { at, because }: Revocation,
): void {
  prepared(
    registry,
    `UPDATE tokens SET revoked_at = ?1, revoked_because = ?2 WHERE app_key = ?3 AND store_id = ?4 AND revoked_at IS NULL
     AND (region_id IS ?5 OR region_id IS NULL AND shape IN ('two-part', 'older-prefix')
       AND ?5 = (SELECT r.id FROM regions r WHERE r.store_id = tokens.store_id AND r.is_default = 1))`,
  ).run(at, because, appKey, storeId, regionId)
}
