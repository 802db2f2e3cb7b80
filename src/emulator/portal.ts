import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'

import { AppError } from '../errors.ts'
import { pageKeyOf } from '../http/page-key.ts'
import { signInAddress } from './admin/sign-in.ts'
import type { ControlTools } from './control/control-tools.ts'
import { createControl } from './control/control.ts'
import { storeAddress } from './explorer/addresses.ts'
import { addExplorer } from './explorer/explorer.ts'
import { isOwnOrigin, isTunnelled } from './hosts.ts'
import { addOpenByKey } from './pages/open-by-key.ts'
import { errorPage, redirectTo, textAnswer } from './pages/page.ts'
import { withoutPreviews } from './pages/preview.ts'
import { answerProof, hasProof, proofOf, proofScripts } from './pages/proof.ts'
import { readForm } from './pages/read-form.ts'
import { addPageFiles } from './pages/style-sheet.ts'
import { getApp } from './platform/apps.ts'
import { useOneTime } from './platform/one-time.ts'
import { getStore } from './platform/stores.ts'
import { act, actionNamed } from './portal/app-actions.ts'
import { appPage, isAppTab, tabAddress, type AppTab } from './portal/app-page.ts'
import { COPY_SCRIPT, copyScript } from './portal/copied-secret.ts'
import { portalRejection, site } from './portal/frame.ts'
import { homePage } from './portal/home-page.ts'
import { newAppPage, registerNewApp } from './portal/new-app.ts'
import { PortalSessions } from './portal/portal-sessions.ts'

/** Creates the developer portal: pages for the browser, and the control interface for the command line. */
export function createPortal(tools: ControlTools): (request: Request) => Response | Promise<Response> {
  const control = createControl(tools)
  const pages = createPages(tools)
  return (request) => {
    if (isTunnelled(request)) return textAnswer(403, 'The portal is not available through a tunnel.')
    return new URL(request.url).pathname.startsWith('/_emu/') ? control(request) : pages(request)
  }
}

/** Creates the portal's pages: apps, the Webhooks tab, test stores. A one-time URL opens them, and a cookie keeps the session. */
function createPages(tools: ControlTools): (request: Request) => Response | Promise<Response> {
  const { context } = tools
  const app = new Hono()
  const name = `svcapp_portal_${context.id}`
  const sessions = new PortalSessions(context.randomBytes)
  app.use(withoutPreviews)
  addPageFiles(app, '#7a3fc4')
  app.get(COPY_SCRIPT, copyScript)
  const asking = { isOpen: false }
  app.use(async (c, next) => answerProof(c.req.raw, () => sessions.find(getCookie(c, name)), asking) ?? next())
  const cookieOf = (session: string) => `${name}=${session}; Path=/; HttpOnly; SameSite=Strict`
  addOpenByKey(app, {
    key: pageKeyOf(tools.token),
    part: site,
    enter: (request, { data }) => ({
      next: data === undefined ? '/' : storeAddress(getStore(context, data)),
      cookie: cookieOf(sessions.start(proofOf(request))),
    }),
  })
  app.use(async (c, next) => {
    const ticket = c.req.query('ticket')
    if (ticket !== undefined) {
      const page = useOneTime(context, 'portal', ticket)
      if (page === null)
        return closed('Link expired', 'This link was already used or has expired. Run `app portal` for a new one.')
      return redirectTo(page, cookieOf(sessions.start(proofOf(c.req.raw))))
    }
    const session = sessions.find(getCookie(c, name))
    if (session === null || !hasProof(c.req.raw, session.tiedTo))
      return closed(
        'Sign in to the portal',
        'Run `app portal` in a terminal. The command opens this page and signs you in.',
      )
    if (c.req.method === 'POST' && !isOwnOrigin(c.req.raw))
      return closed('Request rejected', 'This form was sent from another page.')
    return next()
  })
  const scripts = (c: Context) => proofScripts(c.req.raw, sessions.find(getCookie(c, name))?.tiedTo ?? null)
  const noteOf = (c: Context) => sessions.take(getCookie(c, name), addressOf(c.req.raw))
  app.get('/', (c) => homePage(context, new URL(c.req.url), scripts(c)))
  addExplorer(app, tools, {
    scripts,
    note: noteOf,
    leave: (c, note) => sessions.leave(getCookie(c, name), note),
  })
  app.get('/apps/new', () => newAppPage())
  app.post('/apps/new', async (c) => {
    const form = await readForm(c.req.raw)
    return context.step('app registered', () => registerNewApp(context, form))
  })
  const showApp = (c: Context, key: string, tab: AppTab) =>
    appPage(context, getApp(context, key), { tab, note: noteOf(c), url: new URL(c.req.url) })
  app.get('/apps/:key', (c) => showApp(c, c.req.param('key'), 'registration'))
  app.get('/apps/:key/:tab', (c) => {
    const { key, tab } = c.req.param()
    return isAppTab(tab) ? showApp(c, key, tab) : c.notFound()
  })
  app.post('/apps/:key/:action', async (c) => {
    const { key, action: wanted } = c.req.param()
    const action = actionNamed(wanted)
    if (action === null) return c.notFound()
    const url = new URL(tabAddress(key, action.part), c.req.url)
    const done = await act(tools, action, { app: getApp(context, key), form: await readForm(c.req.raw), url })
    if (done instanceof Response) return done
    sessions.leave(getCookie(c, name), { page: url.pathname, note: done })
    return redirectTo(url.pathname)
  })
  app.post('/stores/:code/sign-in', (c) => redirectTo(signInAddress(context, c.req.param('code'), {})))
  app.notFound(() => portalRejection('Page not found', 'The portal has no page at this URL.', 404))
  app.onError((error) => {
    if (!(error instanceof AppError)) return portalRejection('Portal error', error.message, 500)
    const isUnknown = error.code.startsWith('emulator.unknown-')
    return portalRejection(isUnknown ? 'Not found' : 'Request failed', error.message, isUnknown ? 404 : 400)
  })
  return (request) => app.fetch(request)
}

function closed(title: string, message: string): Promise<Response> {
  return errorPage({ title, message, status: 403, part: site })
}

/** Returns path and query. */
function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
