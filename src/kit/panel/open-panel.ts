import { AppError } from '../../errors.ts'
import { findPanelInstall, type PanelIdentity } from '../../protocol/panel-install.ts'
import type { Core } from '../core.ts'
import { useOnce } from '../database/once.ts'
import { redirect } from '../http/responses.ts'
import type { StoredInstall } from '../install/install.ts'
import { livingInstalls, saveRegions } from '../install/installs.ts'
import { panelScreen, type PanelCode } from './screens.ts'
import { cookieName, sealSession } from './session.ts'

/**
 * Serves the page that the store admin opens. It accepts the embed token once, exchanges it for the app's own session, and redirects, which also
 * removes the token from the address. After that only the signed cookie identifies the install: never a query, a path or a message from another window.
 */
export async function openPanel(core: Core, request: Request, root: string): Promise<Response> {
  const accepted = await acceptToken(core, new URL(request.url).searchParams.get('embed_token'))
  if (typeof accepted === 'string') return panelScreen(accepted)
  const { identity } = accepted
  const value = await sealSession((await core.keys()).session, { identity, now: core.now() })
  // The panel is in a frame of another site: without SameSite=None and Partitioned the browser drops the cookie. Chromium accepts Secure from http on loopback.
  const cookie = `${cookieName(identity)}=${value}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`
  return redirect(panelPath(root, identity), { 'Set-Cookie': cookie })
}

export interface AcceptedToken {
  readonly install: StoredInstall
  readonly identity: PanelIdentity
}

/** Accepts an embed token once, or returns why not. */
export async function acceptToken(core: Core, token: string | null): Promise<AcceptedToken | PanelCode> {
  const verdict = await core.signedBy.embedToken(token)
  if (!verdict.ok) {
    core.log('panel rejected', { reason: verdict.reason })
    return verdict.reason
  }
  const found = findPanelInstall(verdict, await livingInstalls(core, verdict.storeId))
  if (!found.ok) return found.reason
  // 60 s of clock skew are allowed after expiry, and another minute costs nothing.
  const expiresAt = new Date(verdict.expiresAt.getTime() + 120_000)
  // The signed part only, because the signature's hex is also valid in capitals.
  const signed = token?.slice(0, token.lastIndexOf('.')) ?? ''
  if (!(await useOnce(core.database, { kind: 'embed-token', value: signed, expiresAt }))) return 'token_used'
  await readRegions(core, found.install)
  const { regionId } = found.install
  const scope = verdict.scope ?? (regionId === null ? 'store' : 'region')
  return { install: found.install, identity: { storeId: verdict.storeId, regionId, scope } }
}

/** Returns the path of an install's panel. */
export function panelPath(root: string, { storeId, regionId }: Pick<PanelIdentity, 'storeId' | 'regionId'>): string {
  return `/${root}/${storeId}/${regionId ?? 'all'}`
}

/**
 * Reads the current regions of a store-wide install, which the store may have changed. Without the platform, the stored ones stay.
 */
async function readRegions({ database, platform }: Core, install: StoredInstall): Promise<void> {
  if (install.regionId !== null || install.token === null) return
  try {
    const regions = (await platform.regions(install.token)) ?? []
    if (regions.length > 0) await database.batch([saveRegions(install, regions)])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
