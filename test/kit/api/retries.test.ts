import { expect, it } from 'vitest'

import { html } from '../../../src/kit/kit.ts'
import { CODE, exchanged, makeFakeApp } from '../fake-app.ts'

/** The panel of an installed app, and what the app has sent to the platform, which fails the first `failures` requests. */
async function openPanel(failures: number) {
  let left = failures
  const kit = await makeFakeApp({
    respond: ({ path }) => {
      if (path === '/api/apps/oauth/token')
        return { body: { ...exchanged, scopes: ['orders.read', 'inventory.write'] } }
      left -= 1
      return left < 0 ? { body: { items: [], total: 0 } } : { status: 503 }
    },
    declare: (app) =>
      app
        .panel('panel', async ({ api, csrf, link }) => {
          await api.orders.list()
          return html`<form method="post" action="${link('panel/add')}">${csrf}</form>`
        })
        .action('panel/add', async ({ api }) => {
          await api.inventory.adjust({ body: { productId: 42, mode: 'add', quantity: 5 } })
        }),
  })
  await kit.back({ code: CODE })
  const opened = await kit.request(`/panel?embed_token=${kit.embedToken()}`)
  const headers = { cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  const page = await kit.request(opened.headers.get('location') ?? '', { headers })
  const text = await page.text()
  const sent = () => kit.calls.filter(({ path }) => path.startsWith('/api/apps/v1/')).map(({ method }) => method)
  return { kit, headers, status: page.status, text, sent, failNext: (count: number) => void (left = count) }
}

it('retries a page read while the platform responds with 503', async () => {
  const { status, sent } = await openPanel(2)

  expect([status, sent()]).toEqual([200, ['GET', 'GET', 'GET']])
})

it('sends a page write once, even if the platform responds with 503 (K5)', async () => {
  const { kit, headers, text, sent, failNext } = await openPanel(0)
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? []
  const [, form = ''] = /name="form" value="([^"]+)"/.exec(text) ?? []
  failNext(1)

  const response = await kit.request(action, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin: 'http://app.example' },
    body: new URLSearchParams({ form }),
  })

  expect([response.status >= 400, sent()]).toEqual([true, ['GET', 'POST']])
})
