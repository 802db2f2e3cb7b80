import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { signingKey } from '../../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import { SIGNING_SECRET } from './instance.ts'

const key = signingKey(SIGNING_SECRET)

/** Milliseconds until the sender resends a rejected delivery. */
const AGAIN_MS = 200

export interface PaidOrder {
  readonly storeId: number
  readonly id: number
}

export interface Sender {
  /** Sends an order.paid until the app accepts it. Returns the milliseconds of the accepted attempt. */
  readonly send: (order: PaidOrder) => Promise<number>
  /** Number of resent deliveries. */
  readonly resent: () => number
  readonly close: () => void
}

/** Delivers like the platform, with a new signature per attempt. */
export function createSender(port: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  let resent = 0
  return {
    send: async (order) => {
      for (;;) {
        const began = performance.now()
        const status = await once(agent, port, order)
        if (status >= 200 && status < 300) return performance.now() - began
        resent += 1
        await sleep(AGAIN_MS)
      }
    },
    resent: () => resent,
    close: () => agent.destroy(),
  }
}

/** Returns the status, or 0 without a response. */
function once(agent: Agent, port: number, { storeId, id }: PaidOrder): Promise<number> {
  const body = Buffer.from(
    JSON.stringify({ eventId: `evt-${storeId}-${id}`, storeId, regionId: 7, data: { orderId: id } }),
  )
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = webhookHeaders({ key, topic: 'order.paid', storeId, timestamp, body })
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, ...signed }
    const sent = request({ agent, port, host: '127.0.0.1', path: '/webhooks', method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

/** Sends all orders at a steady pace, regardless of their duration. Returns the milliseconds of each. */
export async function sendAll(
  sender: Sender,
  orders: readonly PaidOrder[],
  { perSecond, onSent = () => {} }: { readonly perSecond: number; readonly onSent?: (sent: number) => void },
): Promise<number[]> {
  const began = performance.now()
  const taken: Promise<number>[] = []
  for (const order of orders) {
    const due = began + (taken.length * 1000) / perSecond - performance.now()
    if (due > 1) await sleep(due)
    taken.push(sender.send(order))
    onSent(taken.length)
  }
  return Promise.all(taken)
}
