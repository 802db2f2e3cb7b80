import { request as httpRequest } from 'node:http'

import { expect, it } from 'vitest'

import { digestSecret } from '../../../src/protocol/access-token.ts'
import { serve } from '../../support/served.ts'
import { makeShop } from './shop.ts'

const LIMIT = 8 * 1024 * 1024
const APP = 'app.acme.loyalty'

const order = { externalOrderId: 'M-1', items: [{ productId: 1, quantity: 1 }] }

/** An import of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ ...order, customerName: '' })
  return JSON.stringify({ ...order, customerName: 'x'.repeat(bytes - empty.length) })
}

it('reads a body of 8 MiB, and rejects one more byte with 400 without writing anything (T14 GEN-028)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()

  const over = await shop.send(token, 'POST /orders', bodyOf(LIMIT + 1))
  const written = shop.db.prepare("SELECT count(*) AS n FROM orders WHERE external_order_id = 'M-1'").get()
  const within = await shop.send(token, 'POST /orders', bodyOf(LIMIT), { 'Content-Length': String(LIMIT) })

  expect(over.body).toEqual({ success: false, message: 'The body is larger than 8 MiB.' })
  expect([over.status, written?.['n'], within.status]).toEqual([400, 0, 200])
})

it('a declared length above 8 MiB is rejected without reading the body (T14)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()

  const { status, body } = await shop.send(token, 'POST /orders', order, { 'Content-Length': String(LIMIT + 1) })

  expect([status, body.message]).toEqual([400, 'The body is larger than 8 MiB.'])
})

/** A served emulator with a seeded store and a token that is locked to its home region. */
async function servedShop() {
  const served = await serve()
  const { control, running, urls } = served
  await control.register({
    key: APP,
    name: 'Loyalty',
    requested_scopes: ['orders.write'],
    redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
  })
  const { store } = await control.openStore({ name: 'Demo', appKey: APP })
  const token = `svcapp_${store.id}_${store.regions[0]?.id}_${'a'.repeat(64)}`
  running.emulator.context.registry
    .prepare(
      "INSERT INTO tokens (digest, app_key, store_id, region_id, shape, scopes, created_at) VALUES (?, ?, ?, ?, 'region', ?, 0)",
    )
    .run(digestSecret(token), APP, store.id, store.regions[0]?.id ?? 0, JSON.stringify(['orders.write']))

  /** Sends in pieces of 64 KiB, with a stated length or in chunks, and reads the whole answer. */
  const post = ({ size, isStated, auth = token }: { size: number; isStated: boolean; auth?: string }) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const body = Buffer.from(bodyOf(size))
      const outgoing = httpRequest(
        `${urls.api}/api/apps/v1/orders`,
        {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${auth}`,
            'Content-Type': 'application/json',
            ...(isStated ? { 'Content-Length': body.length } : {}),
          },
        },
        (incoming) => {
          let text = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (piece: string) => (text += piece))
          incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }))
        },
      )
      outgoing.on('error', reject)
      for (let at = 0; at < body.length; at += 65_536) outgoing.write(body.subarray(at, at + 65_536))
      outgoing.end()
    })
  return { ...served, store, post }
}

it.each([
  ['10 MB', 10_000_000, true],
  ['10 MB in chunks', 10_000_000, false],
  ['more than the listener keeps', 12_000_000, true],
  ['more than the listener keeps, in chunks', 12_000_000, false],
])(
  '%s over a real connection return 400 in JSON, and the next request succeeds (T14)',
  async (_what, size, isStated) => {
    const { post, control } = await servedShop()

    const refused = await post({ size, isStated })
    const accepted = await post({ size: 2_000_000, isStated })

    expect(refused).toEqual({ status: 400, body: { success: false, message: 'The body is larger than 8 MiB.' } })
    expect(accepted.status).toBe(200)
    expect(await control.log()).toEqual([])
  },
)

it('an oversized body without a valid token gets only 401 (T14 B10)', async () => {
  const { post } = await servedShop()

  const { status } = await post({ size: 12_000_000, isStated: true, auth: 'nobody' })

  expect(status).toBe(401)
})
