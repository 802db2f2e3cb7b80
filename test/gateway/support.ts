import { connect } from 'node:net'

import { onTestFinished } from 'vitest'

import type { DeliveryOutcome } from '../../src/gateway/delivery.ts'
import { startGateway, type Gateway, type GatewayOptions } from '../../src/gateway/server.ts'
import { openJournal, type Journal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../src/protocol/webhook-signature.ts'

const SECRET = '5e'.repeat(32)
const key = signingKey(SECRET)

export interface TestGateway extends Gateway {
  readonly journal: Journal
  readonly outcomes: DeliveryOutcome[]
}

/** A gateway on a free port with a journal in memory, in front of the app on `appPort`. Ends with the test. */
export async function makeGateway(appPort: number, overrides: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const journal = overrides.journal ?? openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  const outcomes: DeliveryOutcome[] = []
  const gateway = await startGateway({
    port: 0,
    appPort: () => appPort,
    webhookPath: '/webhooks',
    key: () => key,
    journal,
    now: () => new Date(),
    clock: () => performance.now(),
    onDelivery: (outcome) => outcomes.push(outcome),
    ...overrides,
  })
  onTestFinished(async () => {
    await gateway.close()
    journal.close()
  })
  return { ...gateway, journal, outcomes }
}

export interface SignedOptions {
  readonly topic?: string
  readonly storeId?: string
  /** Seconds that the timestamp lies in the past. */
  readonly age?: number
  readonly now?: Date
  readonly secret?: string
}

/** Headers as the platform sends them. */
export function signed(body: Uint8Array | string, options: SignedOptions = {}): Record<string, string> {
  const { topic = 'order.created', storeId = '1001', age = 0, now = new Date(), secret = SECRET } = options
  const timestamp = Math.floor(now.getTime() / 1000) - age
  return {
    'Content-Type': 'application/json',
    ...webhookHeaders({ key: signingKey(secret), topic, storeId, timestamp, body: Buffer.from(body) }),
  }
}

export function eventText(eventId: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ eventId, storeId: 1001, regionId: 7, data: {}, ...more })
}

/** Sends one delivery and returns status and text. */
export async function deliver(
  url: string,
  body: Uint8Array | string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/webhooks`, {
    method: 'POST',
    headers,
    body: Buffer.from(body),
    redirect: 'manual',
  })
  return { status: response.status, text: await response.text() }
}

/**
 * Writes bytes to a port and returns everything that came back until the other side closed, or `quietMs` passed after the last byte. Only what may get no response
 * at all has a limit for its first byte.
 */
export async function rawExchange(
  port: number,
  bytes: string | Uint8Array,
  { quietMs = 2000, firstByteMs }: { readonly quietMs?: number; readonly firstByteMs?: number } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const chunks: Buffer[] = []
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(chunks).toString('latin1'))
    }
    let timer = firstByteMs === undefined ? undefined : setTimeout(finish, firstByteMs)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      clearTimeout(timer)
      timer = setTimeout(finish, quietMs)
    })
    socket.on('end', finish)
    socket.on('error', finish)
    socket.write(bytes)
  })
}
