import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

import { onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { inspectorActions } from '../../src/dev/inspector-actions.ts'
import type { InspectorActions } from '../../src/inspector/actions.ts'
import { startInspector, type InspectorOptions } from '../../src/inspector/server.ts'
import { appendAttempt } from '../../src/journal/attempts.ts'
import { appendDelivery, type NewDelivery } from '../../src/journal/deliveries.ts'
import { openJournal, type Journal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { signWebhook } from '../../src/protocol/webhook-signature.ts'
import { makeApp, type Answer } from '../support/app.ts'

export const SECRET = '5e'.repeat(32)
export const key = signingKey(SECRET)
export const APP = 'app.acme.loyalty'

export interface Added extends Partial<Omit<NewDelivery, 'body'>> {
  /** Text of the body; a whole event when left out. */
  readonly text?: string
  /** The app's answer; not handed to it when left out. */
  readonly status?: number
  readonly ms?: number
}

/** Puts a signed delivery into the journal and returns its number. */
export function addDelivery(journal: Journal, { text, status, ms = 12, ...more }: Added = {}): number {
  const eventId = more.eventId === undefined ? `e-${randomBytes(4).toString('hex')}` : more.eventId
  const body = Buffer.from(text ?? JSON.stringify({ eventId, storeId: 1001, regionId: 7, data: { status: 'paid' } }))
  const { topic = 'order.created', storeId = '1001', receivedAt = new Date() } = more
  const timestamp = Math.floor(receivedAt.getTime() / 1000)
  const { id } = appendDelivery(journal, {
    receivedAt,
    topic,
    storeId,
    regionId: '7',
    timestamp,
    signature: signWebhook({ key, topic, storeId, timestamp, body }),
    headers: { 'content-type': 'application/json' },
    body,
    ...more,
    eventId,
  })
  if (status !== undefined) {
    const answer = status > 299 ? 'no thanks' : null
    appendAttempt(journal, { deliveryId: id, at: receivedAt, status, ms, error: null, answer })
  }
  return id
}

export interface Fixture extends Awaited<ReturnType<typeof makeInspector>> {}

/** An inspector on a free port over a journal in memory, with a real app that counts what it gets. Ends with the test. */
export async function makeInspector(
  options: { answer?: Answer; placeOrder?: InspectorActions['placeOrder'] } & Partial<InspectorOptions> = {},
) {
  const app = await makeApp(options.answer)
  const journal = options.journal ?? openJournal({ path: ':memory:', appKey: APP })
  const now = options.now ?? (() => new Date())
  const actions: InspectorActions = inspectorActions({
    journal,
    now,
    randomBytes,
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
    key: async () => key,
    appUrl: () => `http://127.0.0.1:${app.port}/webhooks`,
    origin: () => ({ storeId: '1001', regionId: '7' }),
    ...(options.placeOrder && { placeOrder: options.placeOrder }),
  })
  const inspector = await startInspector({ port: 0, journal, now, randomBytes, key: () => key, actions, ...options })
  onTestFinished(async () => {
    await inspector.close()
    if (options.journal === undefined) journal.close()
  })
  const token = inspector.url.split('#token=')[1] ?? ''
  const base = `http://127.0.0.1:${inspector.port}`
  const ask = async (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) => {
    const response = await fetch(base + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: JSON.parse(text === '' ? 'null' : text) as never,
    }
  }
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  return { ...inspector, app, journal, token, base, ask, post, add: (added: Added = {}) => addDelivery(journal, added) }
}

/** Every row of the journal as text, which must not change when a request is refused. */
export function contents({ db }: Journal): string {
  return JSON.stringify(
    ['deliveries', 'attempts', 'calls', 'installs', 'refusals'].map((table) =>
      db.prepare(`SELECT * FROM ${table}`).all(),
    ),
  )
}

/** Writes a raw request and returns everything that came back. */
export async function rawRequest(port: number, lines: readonly string[], body = ''): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const chunks: Buffer[] = []
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(chunks).toString())
    }
    const timer = setTimeout(finish, 2000)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', finish)
    socket.on('error', finish)
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}
