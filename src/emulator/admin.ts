import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'

import { AppError } from '../errors.ts'
import { adminFrame } from './admin/bar.ts'
import { embedTokenAnswer } from './admin/embed-token.ts'
import { goodsPage } from './admin/goods.ts'
import { managePage, settingsPage } from './admin/manage.ts'
import { pluginsPage } from './admin/plugins/plugins-page.ts'
import { uninstallApp } from './admin/plugins/uninstalled.ts'
import { addRecordRoutes, type AdminEnv } from './admin/record-routes.ts'
import { adminCookie, askToSignIn, enterStore, safeNext, showSignIn, signIn } from './admin/sign-in.ts'
import { approve, deny, drawConsent, type ConsentVisit } from './consent/consent.ts'
import type { EmulatorContext } from './context.ts'
import { isOwnOrigin, isTunnelled } from './hosts.ts'
import { addOpenByKey } from './pages/open-by-key.ts'
import { errorPage, redirectTo, type Rejection } from './pages/page.ts'
import { withoutPreviews } from './pages/preview.ts'
import { answerProof, hasProof, proofScripts } from './pages/proof.ts'
import { readForm } from './pages/read-form.ts'
import { addPageFiles } from './pages/style-sheet.ts'
import { addPreviewRoutes } from './panel-preview/preview-routes.ts'
import { PREVIEW_SCRIPT, previewScript } from './panel-preview/preview-script.ts'
import { COOKIE_LOOK, COOKIE_LOOK_SCRIPT, cookieLook, cookieLookScript } from './panel-preview/third-party.ts'
import { BRIDGE, bridgeAnswer } from './panel/bridge.ts'
import { payFor } from './platform/plans.ts'
import { endSession, findSession, selectRegion, tieSession, type Session } from './platform/sessions.ts'

/** The store admin, as a store's manager sees it. Every page needs a session, and only the session decides the store (INST-039). */
export function createAdmin(
  context: EmulatorContext,
  pageKey: string,
): (request: Request) => Response | Promise<Response> {
  const app = new Hono<AdminEnv>()
  app.use(async (c, next) => {
    if (isTunnelled(c.req.raw)) return rejected('The store admin is not available through a tunnel.')
    if (c.req.method === 'POST' && !isOwnOrigin(c.req.raw)) {
      return rejected('This form was sent from another page.')
    }
    return next()
  })
  app.use(withoutPreviews)
  addPageFiles(app, '#0b6b41')
  app.get(BRIDGE, bridgeAnswer)
  app.get(PREVIEW_SCRIPT, previewScript)
  app.get(COOKIE_LOOK, () => cookieLook(new URL(context.urls().admin).origin))
  app.get(COOKIE_LOOK_SCRIPT, cookieLookScript)
  const asking = { isOpen: false }
  const namedBy = (c: Context) => {
    const cookie = getCookie(c, adminCookie(context))
    return cookie === undefined ? null : findSession(context, cookie)
  }
  const sessionOf = (c: Context) => {
    const session = namedBy(c)
    if (session === null || !hasProof(c.req.raw, session.tiedTo)) return null
    return { ...session, scripts: proofScripts(c.req.raw, session.tiedTo) }
  }
  app.use(async (c, next) => {
    const session = () => {
      const named = namedBy(c)
      return named && { tiedTo: named.tiedTo, tie: (proof: string) => tieSession(context, named, proof) }
    }
    return answerProof(c.req.raw, session, asking) ?? next()
  })
  addOpenByKey(app, { key: pageKey, part: 'store admin', enter: (request, what) => enterStore(context, request, what) })
  app.get('/', () => redirectTo('/admin/plugins'))
  app.get('/admin', () => redirectTo('/admin/plugins'))
  app.get('/admin/sign-in', (c) => showSignIn(context, c.req.raw))
  app.post('/admin/sign-in', (c) => signIn(context, c.req.raw))

  app.get('/api/admin/apps/:key/embed-token', (c) => embedTokenAnswer(context, sessionOf(c), c.req.param('key')))
  app.use('/admin/*', async (c, next) => {
    const session = sessionOf(c)
    if (session === null) return askToSignIn(c.req.raw)
    c.set('session', session)
    return next()
  })

  app.get('/admin/plugins', (c) => pluginsPage({ context, session: c.get('session'), url: new URL(c.req.url) }))
  app.get('/admin/goods', (c) => goodsPage(context, c.get('session')))
  app.get('/admin/plugins/manage/:key', (c) => managePage(context, c.get('session'), c.req.param('key')))
  app.get('/admin/plugins/manage/:key/settings', (c) => settingsPage(context, c.get('session'), c.req.param('key')))
  addRecordRoutes(app, context)
  addPreviewRoutes(app, context)
  app.post('/admin/region', async (c) => {
    const form = await readForm(c.req.raw)
    selectRegion(context, c.get('session'), Number(form.get('region_id')))
    return redirectTo(safeNext(form.get('next')))
  })
  app.post('/admin/sign-out', (c) => {
    endSession(context, c.get('session'))
    return redirectTo('/admin/sign-in', `${adminCookie(context)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`)
  })
  app.post('/admin/plugins/uninstall/:key', async (c) => {
    const region = (await readForm(c.req.raw)).get('region_id')
    const regionId = region === null || region === '' ? null : Number(region)
    const { id: storeId, code } = c.get('session').store
    const appKey = c.req.param('key')
    return context.step(`${appKey} uninstalled from ${code}`, () =>
      uninstallApp(context, { appKey, storeId, regionId }),
    )
  })

  app.post('/admin/plugins/pay/:key', (c) => {
    const { id: storeId, code } = c.get('session').store
    const appKey = c.req.param('key')
    context.step(`plan of ${appKey} paid in ${code}`, () => payFor(context, { appKey, storeId }))
    return redirectTo('/admin/plugins')
  })

  app.get('/admin/plugins/install/:key', (c) => drawConsent(context, visit(c)))
  app.post('/admin/plugins/install/:key/approve', (c) => approve(context, visit(c)))
  app.post('/admin/plugins/install/:key/deny', (c) => deny(context, visit(c)))
  /** Adds the navigation for a signed-in manager. Without a sign-in there is no session. */
  const frameAt = (c: Context<AdminEnv>) => {
    const session: Session | undefined = c.get('session')
    if (session === undefined) return frame
    const { pathname, search } = new URL(c.req.url)
    return adminFrame(context, session, c.req.method === 'GET' ? pathname + search : '/admin/plugins')
  }
  app.onError((error, c) =>
    errorPage({
      ...frameAt(c),
      title: 'Request failed',
      message: error.message,
      status: error instanceof AppError ? 400 : 500,
    }),
  )
  app.notFound((c) =>
    errorPage({
      ...frameAt(c),
      title: 'Page not found',
      message: 'The store admin has no page at this URL.',
      status: 404,
    }),
  )
  return (request) => app.fetch(request)
}

const frame: Pick<Rejection, 'part' | 'back'> = {
  part: 'store admin',
  back: { href: '/admin/plugins', text: 'Go to Plugins' },
}

function rejected(message: string): Promise<Response> {
  return errorPage({ ...frame, title: 'Request rejected', message, status: 403 })
}

interface ConsentContext {
  readonly req: { param(name: 'key'): string; readonly raw: Request }
  get(name: 'session'): Session
}

function visit(c: ConsentContext): ConsentVisit {
  return { appKey: c.req.param('key'), session: c.get('session'), request: c.req.raw }
}
