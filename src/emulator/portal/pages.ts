import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { html } from 'hono/html'

import { isTopic, topicNames } from '../../catalog/topics.ts'
import { AppError } from '../../errors.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { signInAddress } from '../admin/sign-in.ts'
import { sendTestEvent } from '../deliveries/test-event.ts'
import { isOwnOrigin } from '../hosts.ts'
import { errorPage, page, redirectTo, styleSheet } from '../pages.ts'
import { findApp, listApps } from '../registry/apps.ts'
import { useOneTime } from '../registry/one-time.ts'
import { listStores } from '../registry/stores.ts'
import type { World } from '../world.ts'
import { appPage } from './app-page.ts'
import type { ControlTools } from './control.ts'

/** The developer portal for a person: apps, the Webhooks tab, test stores. Opened by a one-time address, kept open by a cookie. */
export function createPortalPages({ world, token }: ControlTools): (request: Request) => Response | Promise<Response> {
  const app = new Hono()
  const name = `svcapp_portal_${world.id}`
  // Derived from the control token: it ends with this start, and the token itself is never in a browser.
  const value = digestSecret(`portal ${token}`)
  app.get('/_style.css', styleSheet)
  app.use(async (c, next) => {
    const ticket = c.req.query('ticket')
    if (ticket !== undefined) {
      if (useOneTime(world, 'portal', ticket) === null) return closed('This address was used already or is too old.')
      return redirectTo('/', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`)
    }
    if (getCookie(c, name) !== value) return closed('Open the portal by the address that the command line gives.')
    if (c.req.method === 'POST' && !isOwnOrigin(c.req.raw)) return closed('This form was sent from another page.')
    return next()
  })
  app.get('/', () => homePage(world))
  app.get('/apps/:key', (c) => appPage(world, c.req.param('key')))
  app.post('/apps/:key/test-event', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    return sendFromTab(world, c.req.param('key'), form.get('topic') ?? '')
  })
  app.post('/stores/:code/sign-in', (c) => redirectTo(signInAddress(world, c.req.param('code'), undefined)))
  app.notFound(() => errorPage({ title: 'Not found', message: 'There is no such page.', status: 404 }))
  app.onError((error) =>
    errorPage({ title: 'Not possible', message: error.message, status: error instanceof AppError ? 400 : 500 }),
  )
  return (request) => app.fetch(request)
}

function closed(message: string): Promise<Response> {
  return errorPage({ title: 'Developer portal', message, status: 403 })
}

function homePage(world: World): Promise<Response> {
  const apps = listApps(world)
  const stores = listStores(world)
  return page({
    title: 'Developer portal',
    // Signing in leads from here to the store admin.
    formAction: new URL(world.urls().admin).origin,
    body: html`
      <h2>Apps</h2>
      ${apps.length === 0 ? html`<p class="quiet">None yet: <code>app register</code></p>` : ''}
      <table>
        ${apps.map(
          (app) =>
            html`<tr>
              <td><a href="/apps/${app.app_key}">${app.name}</a><br /><small>${app.app_key}</small></td>
              <td>${statusWords[app.status]}${app.listed ? ', in the app store' : ''}</td>
            </tr>`,
        )}
      </table>
      <h2>Test stores</h2>
      ${stores.length === 0 ? html`<p class="quiet">None yet: <code>app store open --name Demo</code></p>` : ''}
      <table>
        ${stores.map(
          (store) =>
            html`<tr>
              <td>${store.name}<br /><small>${store.code} (${store.id})</small></td>
              <td>${store.regions.map(({ code, currencyCode }) => `${code} ${currencyCode}`).join(', ')}</td>
              <td>
                <a href="${world.urls().storefront}/${store.code}">Storefront</a>
                <form method="post" action="/stores/${store.code}/sign-in">
                  <button type="submit">Open admin</button>
                </form>
              </td>
            </tr>`,
        )}
      </table>
    `,
  })
}

/** A36: the letters mean other things elsewhere, so words stand beside them. */
const statusWords = { D: 'D (draft)', P: 'P (in review)', published: 'published', X: 'X (suspended)' } as const

/** APP-030, EVT-001: the answer of the app is shown; a test delivery is not in the queue. */
async function sendFromTab(world: World, appKey: string, topic: string): Promise<Response> {
  if (findApp(world, appKey) === null || !isTopic(topic)) {
    return errorPage({ title: 'Not sent', message: `Topics: ${topicNames.join(', ')}.`, status: 400 })
  }
  const answer = await sendTestEvent(world, { appKey, topic })
  return page({
    title: 'Test event',
    body: html`<p>
        ${topic} was sent as <code>${answer.eventId}</code>:
        ${answer.status === null ? (answer.error ?? 'no answer') : `the app answered ${answer.status}`} in ${answer.ms}
        ms.
      </p>
      <p><a href="/apps/${appKey}">Back</a></p>`,
  })
}
