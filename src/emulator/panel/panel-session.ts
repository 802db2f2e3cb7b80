import type { Registration, Store, StoreRegion } from '../../control/contract.ts'
import { EMBED_LIFETIME_SECONDS, signEmbedToken, type EmbedTokenToSign } from '../../protocol/embed-token.ts'
import { signingKey } from '../../protocol/signing-key.ts'
import type { EmulatorContext } from '../context.ts'
import { machineTime } from '../context/clock.ts'
import { readSigningSecret } from '../platform/apps.ts'
import { appInStore } from '../platform/live-version.ts'
import { panelManifest } from '../platform/manifest.ts'

/** Store and selected region in which an app's content is shown. */
export interface SelectedStore {
  readonly store: Store
  readonly region: StoreRegion
}

/** An app whose panel opens in a store, and its signing secret. */
export interface PanelSession {
  readonly app: Registration
  readonly signingSecret: string
}

/** Returns null in the four documented cases (EMB-050 to EMB-054). Does not check whether the app is installed (A27). */
export function panelSession(
  context: EmulatorContext,
  { code }: Pick<Store, 'code'>,
  appKey: string,
): PanelSession | null {
  const app = appInStore(context, appKey, code)
  if (app === null || app.status === 'X') return null
  if (app.status !== 'published' && !app.test_store_codes.includes(code)) return null
  const signingSecret = readSigningSecret(context, appKey)
  return signingSecret === null ? null : { app, signingSecret }
}

/** Issues an embed token for an app's panel in the manager's store, or null if `panelSession` is null. */
export function issueEmbedToken(context: EmulatorContext, place: SelectedStore, appKey: string): string | null {
  const ticket = panelTicket(context, place, appKey)
  return ticket === null ? null : signEmbedToken(ticket)
}

/** Returns the claims of a new embed token and the key that signs it, or null if `panelSession` is null. */
export function panelTicket(
  context: EmulatorContext,
  { store, region }: SelectedStore,
  appKey: string,
): EmbedTokenToSign | null {
  const session = panelSession(context, store, appKey)
  if (session === null) return null
  const { app, signingSecret } = session
  const scope = panelManifest(context, app.admin_manifest_json)?.installScope ?? scopeOf(app.install_scope)
  const issuedAt = Math.floor(machineTime(context).getTime() / 1000)
  return {
    key: signingKey(signingSecret),
    payload: {
      V: 1,
      AppKey: app.app_key,
      StoreId: store.id,
      // B48: null for a store-wide panel, unless the other interpretation is set.
      RegionId: scope === 'store' && context.settings().panelRegion === 'null' ? null : region.id,
      StoreCode: store.code,
      Iat: issuedAt,
      Exp: issuedAt + EMBED_LIFETIME_SECONDS,
      Scope: scope,
    },
  }
}

function scopeOf(installScope: string): 'region' | 'store' {
  return installScope === 'store' ? 'store' : 'region'
}
