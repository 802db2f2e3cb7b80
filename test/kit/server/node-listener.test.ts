import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { node } from '../../../src/kit/node.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import { startKitApp, type KitApp } from '../support.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function delivery({ platform }: KitApp) {
  const { id: storeId } = platform.store
  const body = new TextEncoder().encode(`{ "eventId":"evt_bytes",\n "storeId" : ${storeId}, "a" : 2.10}`)
  const key = signingKey(platform.app.signingSecret)
  const timestamp = Math.floor(Date.now() / 1000)
  return { method: 'POST', body, headers: webhookHeaders({ key, topic: 'order.paid', storeId, timestamp, body }) }
}

/** As express.json() does: it reads the body, and leaves an object. */
async function parse(request: IncomingMessage & { body?: unknown; rawBody?: unknown }): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  request.body = JSON.parse(bytes.toString('utf8') || '{}')
  return bytes
}

it('keeps the bytes of a delivery as middleware, and ignores other routes of the app', async () => {
  const kit = await startKitApp({ isInstalled: false })
  const middleware = node(kit.app)
  const url = await serve((request, response) => {
    void middleware(request, response, () => void parse(request).then((bytes) => response.end(`own ${bytes.length}`)))
  })

  const accepted = await fetch(`${url}/webhooks`, delivery(kit))
  const own = await fetch(`${url}/own`, { method: 'POST', body: '{"a":1}' })

  expect([accepted.status, await own.text()]).toEqual([200, 'own 7'])
})

it('reports immediately that a parser has already read the body', async () => {
  const kit = await startKitApp({ isInstalled: false })
  const middleware = node(kit.app)
  const url = await serve((request, response) => {
    void parse(request).then(() => middleware(request, response, () => response.writeHead(404).end()))
  })

  const response = await fetch(`${url}/webhooks`, delivery(kit))

  expect([response.status, await response.text()]).toEqual([500, 'kit.body-consumed'])
  // A route of the app, behind the parser and the kit.
  expect((await fetch(`${url}/own`, { method: 'POST', body: '{}' })).status).toBe(404)
  expect(kit.log).toContainEqual(expect.objectContaining({ code: 'kit.body-consumed' }))
})

it('uses the bytes that a parser has saved', async () => {
  const kit = await startKitApp({ isInstalled: false })
  const middleware = node(kit.app)
  const url = await serve((request: IncomingMessage & { rawBody?: unknown }, response) => {
    void parse(request).then((bytes) => {
      request.rawBody = bytes
      return middleware(request, response)
    })
  })

  expect((await fetch(`${url}/webhooks`, delivery(kit))).status).toBe(200)
})
