import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import { html } from '../../src/kit/kit.ts'
import { CODE, exchanged, makeFakeApp, TOKEN } from './fake-app.ts'

const person = { customerName: 'Canary Person', customerEmail: 'canary@people.example' }
const order = { id: 55, orderNumber: 'T-55', status: 'paid', currency: 'TRY', grandTotal: 1, ...person }
const secrets = {
  token: TOKEN,
  code: CODE,
  client: 'cs_not-a-real-one',
  signing: '5e'.repeat(32),
  key: '7a'.repeat(32),
}

it('shows no secret or personal data in a log, cookie, file or page, except an order page (K10)', async () => {
  let status = 200
  const kit = await makeFakeApp({
    respond: ({ path }) => {
      if (path === '/api/apps/oauth/token') return { body: exchanged }
      // A failure says what it was about, and with what.
      if (status !== 200) return { status, body: { message: `No ${person.customerEmail} for ${TOKEN}`, ...person } }
      return { body: path.includes('/orders/') ? order : { items: [order], total: 1 } }
    },
    declare: (app) =>
      app
        .on(
          'order.paid',
          async ({ api }) => {
            const { id } = await api.orders.get({ params: { id: 55 } })
            throw new Error(`order ${id} of ${person.customerEmail} with ${TOKEN} at https://x.example/?code=${CODE}`)
          },
          { body: true },
        )
        .panel('panel', async ({ api }) => {
          const { items } = await api.orders.list()
          return html`<p>${items.map((one) => JSON.stringify(one))}</p>`
        }),
  })
  const seen: string[] = []
  const cookies: string[] = []
  const request = async (path: string, cookie = '') => {
    const response = await kit.request(path, { headers: { cookie } })
    cookies.push(...response.headers.getSetCookie())
    const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`
    return {
      text,
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      to: response.headers.get('location'),
    }
  }
  const { state, cookie } = await kit.begin()
  seen.push((await request(`/auth/callback?code=${CODE}&state=${state}`, cookie)).text)
  const token = kit.embedToken()
  const opened = await request(`/panel?embed_token=${token}`)
  const page = await request(opened.to ?? '', opened.cookie)

  for (status of [200, 402, 403, 404, 500, 503, 401]) {
    await kit.deliver({ eventId: `evt_${status}`, data: { orderId: 55, ...person } })
    await kit.app.tick({ forMs: 2000 })
    if (status !== 200) seen.push((await request(opened.to ?? '', opened.cookie)).text)
  }
  seen.push((await request('/panel?embed_token=forged')).text, (await request(`/auth/callback?code=${CODE}`)).text)
  seen.push(
    JSON.stringify(kit.log),
    JSON.stringify(await kit.app.deadLetters()),
    JSON.stringify(await kit.app.installs.list()),
  )
  const dir = dirname(kit.path)
  for (const name of readdirSync(dir)) seen.push(readFileSync(join(dir, name), 'latin1'))

  const canaries = { ...secrets, ...person, embed: token }
  const found = Object.entries(canaries).filter(([, canary]) =>
    [...seen, ...cookies].some((text) => text.includes(canary)),
  )
  expect(found).toEqual([])
  expect(page.text).toContain(person.customerEmail)
  expect(kit.log.filter(({ event }) => event === 'dead letter').length).toBeGreaterThan(2)
})
