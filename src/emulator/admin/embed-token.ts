import { EMBED_LIFETIME_SECONDS, signEmbedToken } from '../../protocol/embed-token.ts'
import { signingKey } from '../../protocol/signing-key.ts'
import { jsonAnswer } from '../pages/page.ts'
import { signingSecretOf } from '../platform/apps.ts'
import { appInStore } from '../platform/live-version.ts'
import { panelManifest } from '../platform/manifest.ts'
import type { Session } from '../platform/sessions.ts'
import type { World } from '../world.ts'
import { machineTime } from '../world/clock.ts'

/**
 * A new embed token for the panel of an app in the manager's store; null in the four documented cases (EMB-050 to EMB-054). Whether the app is installed
 * is not asked (A27).
 */
export function issueEmbedToken(world: World, { store, region }: Session, appKey: string): string | null {
  const app = appInStore(world, appKey, store.code)
  if (app === null || app.status === 'X') return null
  if (app.status !== 'published' && !app.test_store_codes.includes(store.code)) return null
  const secret = signingSecretOf(world, appKey)
  if (secret === null) return null
  const scope = panelManifest(world, app.admin_manifest_json)?.installScope ?? scopeOf(app.install_scope)
  const issuedAt = Math.floor(machineTime(world).getTime() / 1000)
  return signEmbedToken({
    key: signingKey(secret),
    payload: {
      V: 1,
      AppKey: app.app_key,
      StoreId: store.id,
      // B48: null for a store-wide panel, unless the other reading is chosen.
      RegionId: scope === 'store' && world.settings().panelRegion === 'null' ? null : region.id,
      StoreCode: store.code,
      Iat: issuedAt,
      Exp: issuedAt + EMBED_LIFETIME_SECONDS,
      Scope: scope,
    },
  })
}

/** `GET /api/admin/apps/<app_key>/embed-token`: for the admin's own session, never for an app's token (EMB-048, EMB-049, B44). */
export function embedTokenAnswer(world: World, session: Session | null, appKey: string): Response {
  if (session === null) return jsonAnswer({ success: false, message: 'Sign in to the store admin.' }, 401)
  const token = issueEmbedToken(world, session, appKey)
  return token === null ? jsonAnswer({ success: false, message: 'Not found.' }, 404) : jsonAnswer({ token })
}

function scopeOf(installScope: string): 'region' | 'store' {
  return installScope === 'store' ? 'store' : 'region'
}
