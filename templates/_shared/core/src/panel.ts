import { cookieOf, htmlAnswer, redirect } from './answers.ts'
import { READY } from './bridge.ts'
import { installsOf, type Install } from './installs.ts'
import { useOnce } from './once.ts'
import { message } from './pages.ts'
import type { EmbedTokenError } from './protocol/judge/embed-token.ts'
import { findPanelInstall, type PanelIdentity } from './protocol/panel-install.ts'
import { verifyEmbedToken } from './protocol/web/embed-token.ts'
import { refusalOf } from './refusals.ts'
import { takeRegionsOfToday } from './regions-of-today.ts'
import type { Params } from './routes.ts'
import { cookieName, openSession, sealSession } from './session.ts'
import type { Tools } from './tools.ts'

/**
 * GET /panel: takes the embed token, turns it into the app's own session at once and redirects, which also takes the token out of the address. After that only
 * the signed cookie says whose panel this is: never a query, a path or a message from another window.
 */
export async function openPanel(tools: Tools, request: Request): Promise<Response> {
  const { config, keys, db } = tools
  const now = tools.now()
  const token = new URL(request.url).searchParams.get('embed_token')
  const verdict = await verifyEmbedToken({ token, key: keys.platform, appKey: config.appKey, now })
  if (!verdict.ok) {
    tools.log('panel.refused', { reason: verdict.reason })
    return refuse(verdict.reason)
  }
  const found = findPanelInstall(verdict, await installsOf(tools, verdict.storeId))
  if (!found.ok) return refuse(found.reason)
  // 60 s of skew are allowed after the end, and one more minute costs nothing.
  const expiresAt = new Date(verdict.expiresAt.getTime() + 120_000)
  // What was signed, and not how the signature is spelled: hex is the same in capitals.
  const signed = token?.slice(0, token.lastIndexOf('.')) ?? ''
  if (!(await useOnce(db, { kind: 'embed-token', value: signed, expiresAt }, now))) {
    const text = 'This sign-in was used before. Close the panel and open it again.'
    return htmlAnswer(message('Used already', text, READY), 401)
  }
  await takeRegionsOfToday(tools, found.install)
  const { regionId } = found.install
  const scope = verdict.scope ?? (regionId === null ? 'store' : 'region')
  const identity: PanelIdentity = { storeId: verdict.storeId, regionId, scope }
  const value = await sealSession(keys.session, identity, now)
  // The panel lives in a frame of another site: without SameSite=None and Partitioned the browser drops the cookie. Secure is no obstacle while developing:
  // Chromium takes it from http on 127.0.0.1 and localhost too.
  const cookie = `${cookieName(identity)}=${value}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`
  return redirect(panelPath(identity), { 'Set-Cookie': cookie })
}

export interface OpenPanel {
  readonly install: Install
  readonly identity: PanelIdentity
  /** As the browser sent it. */
  readonly cookie: string
}

/** The panel that a request may see, or the page that says why it sees none. The path says which of the browser's sessions is meant; only the cookie says who it is. */
export async function panelOf(tools: Tools, request: Request, params: Params): Promise<OpenPanel | Response> {
  const { store = '', region = '' } = params
  const name = `panel_${store}_${region}`
  const cookie = /^panel_\d{1,15}_(\d{1,15}|all)$/.test(name) ? cookieOf(request, name) : null
  const identity = cookie === null ? null : await openSession(tools.keys.session, cookie, tools.now())
  if (cookie === null || identity === null || cookieName(identity) !== name) {
    const text =
      'Close the panel and open it again in the store admin. If that does not help, the browser blocks the cookie of the panel.'
    return htmlAnswer(message('No session', text, READY), 401)
  }
  const found = findPanelInstall(identity, await installsOf(tools, identity.storeId))
  return found.ok ? { install: found.install, identity, cookie } : refuse(found.reason)
}

/** Where the panel of an install is. */
export function panelPath({ storeId, regionId }: Pick<PanelIdentity, 'storeId' | 'regionId'>): string {
  return `/panel/${storeId}/${regionId ?? 'all'}`
}

function refuse(reason: EmbedTokenError): Response {
  const { status, title, text } = refusalOf(reason)
  return htmlAnswer(message(title, text, READY), status)
}
