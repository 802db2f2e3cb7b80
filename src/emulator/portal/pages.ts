import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { html } from 'hono/html'

import { isTopic, topicNames } from '../../catalog/topics.ts'
import type { Registration, Store } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { signInAddress } from '../admin/sign-in.ts'
import type { ControlTools } from '../control/control-tools.ts'
import { sendTestEvent } from '../deliveries/test-event.ts'
import { isOwnOrigin } from '../hosts.ts'
import { errorPage, page, redirectTo } from '../pages/page.ts'
import { answerProof, hasProof, proofOf, proofScripts } from '../pages/proof.ts'
import { styleSheet } from '../pages/style-sheet.ts'
import { findApp, listApps } from '../platform/apps.ts'
import { useOneTime } from '../platform/one-time.ts'
import { listStores } from '../platform/stores.ts'
import type { World } from '../world.ts'
import { appPage, statusBadge } from './app-page.ts'
import { PortalSessions } from './portal-sessions.ts'

/** The developer portal for a person: apps, the Webhooks tab, test stores. Opened by a one-time address, kept open by a cookie. */
export function createPortalPages({ world }: ControlTools): (request: Request) => Response | Promise<Response> {
  const app = new Hono()
  const name = `svcapp_portal_${world.id}`
  const sessions = new PortalSessions(world.randomBytes)
  app.get('/_style.css', styleSheet)
  app.use(async (c, next) => answerProof(c.req.raw, () => sessions.find(getCookie(c, name))) ?? next())
  app.use(async (c, next) => {
    const ticket = c.req.query('ticket')
    if (ticket !== undefined) {
      if (useOneTime(world, 'portal', ticket) === null)
        return closed('This address was used already or is too old: `app portal` gives a new one.')
      return redirectTo('/', `${name}=${sessions.start(proofOf(c.req.raw))}; Path=/; HttpOnly; SameSite=Strict`)
    }
    const session = sessions.find(getCookie(c, name))
    if (session === null || !hasProof(c.req.raw, session.tiedTo))
      return closed('Run `app portal`: it opens the portal in the browser by an address that works once.')
    if (c.req.method === 'POST' && !isOwnOrigin(c.req.raw)) return closed('This form was sent from another page.')
    return next()
  })
  app.get('/', (c) => {
    const tiedTo = sessions.find(getCookie(c, name))?.tiedTo ?? null
    return homePage(world, proofScripts(c.req.raw, tiedTo))
  })
  app.get('/apps/:key', (c) => appPage(world, c.req.param('key')))
  app.post('/apps/:key/test-event', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    return sendFromTab(world, c.req.param('key'), form.get('topic') ?? '')
  })
  app.post('/stores/:code/sign-in', (c) => redirectTo(signInAddress(world, c.req.param('code'), {})))
  app.notFound(() => errorPage({ title: 'Not found', message: 'There is no such page.', status: 404, part, back }))
  app.onError((error) =>
    errorPage({
      title: 'Not possible',
      message: error.message,
      status: error instanceof AppError ? 400 : 500,
      part,
      back,
    }),
  )
  return (request) => app.fetch(request)
}

const part = 'developer portal'
const back = { href: '/', text: 'To the portal' }

function closed(message: string): Promise<Response> {
  return errorPage({ title: 'Developer portal', message, status: 403, part })
}

function homePage(world: World, scripts: readonly string[]): Promise<Response> {
  const apps = listApps(world)
  const stores = listStores(world)
  return page({
    title: 'Developer portal',
    part,
    scripts,
    // Signing in leads from here to the store admin.
    formAction: new URL(world.urls().admin).origin,
    body: html`
      <h2>Apps</h2>
      ${apps.length === 0 ? html`<p class="card empty">None yet: <code>app register</code></p>` : apps.map(appRow)}
      <h2>Test stores</h2>
      ${
        stores.length === 0
          ? html`<p class="card empty">None yet: <code>app store open --name Demo</code></p>`
          : stores.map((store) => storeRow(store, world.urls().storefront))
      }
    `,
  })
}

function appRow(app: Registration) {
  return html`<div class="card row">
    <div class="grow"><a class="name" href="/apps/${app.app_key}">${app.name}</a><small>${app.app_key}</small></div>
    ${statusBadge(app)}
  </div>`
}

function storeRow(store: Store, storefront: string) {
  return html`<div class="card row">
    <div class="grow">
      <span class="name">${store.name}</span
      ><small
        >${store.code} (${store.id}) ·
        ${store.regions.map(({ code, currencyCode }) => `${code} ${currencyCode}`).join(', ')}</small
      >
    </div>
    <a class="button" href="${storefront}/${store.code}">Storefront</a>
    <form method="post" action="/stores/${store.code}/sign-in">
      <button class="main" type="submit">Open admin</button>
    </form>
  </div>`
}

/** APP-030, EVT-001: the answer of the app is shown; a test delivery is not in the queue. */
async function sendFromTab(world: World, appKey: string, topic: string): Promise<Response> {
  const app = findApp(world, appKey)
  if (app === null || !isTopic(topic)) {
    return errorPage({ title: 'Not sent', message: `Topics: ${topicNames.join(', ')}.`, status: 400, part, back })
  }
  const { webhook_url: webhookUrl } = app
  const answer = await sendTestEvent(world, { appKey, topic })
  const isGood = answer.status !== null && answer.status < 400
  return page({
    title: 'Test event',
    part,
    width: 'narrow',
    body: html`<p class="lead">A real signature and a real envelope; it is not in the queue.</p>
      <div class="card">
        <p>
          <span class="badge ${isGood ? 'good' : 'bad'}"
            >${answer.status === null ? (answer.error ?? 'no answer') : `the app answered ${answer.status}`}</span
          >
          <small>in ${answer.ms} ms</small>
        </p>
        <dl class="facts">
          <dt>Topic</dt>
          <dd><code>${topic}</code></dd>
          <dt>eventId</dt>
          <dd><code>${answer.eventId}</code></dd>
          ${
            webhookUrl === null
              ? ''
              : html`<dt>Sent to</dt>
                  <dd><code>${webhookUrl}</code></dd>`
          }
        </dl>
      </div>
      <p><a href="/apps/${appKey}#webhooks">Back to the app</a></p>`,
  })
}
