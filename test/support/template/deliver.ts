import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { signingKey } from '../../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import { SIGNING_SECRET } from './instance.ts'

const key = signingKey(SIGNING_SECRET)

/** How long the sender waits before it sends again what was not taken, in ms. */
const AGAIN_MS = 200

export interface PaidOrder {
  readonly storeId: number
  readonly id: number
}

export interface Sender {
  /** Sends an order.paid again and again until it is taken. Answers with how long the taking took, in ms. */
  readonly send: (order: PaidOrder) => Promise<number>
  /** Deliveries that had to be sent again. */
  readonly resent: () => number
  readonly close: () => void
}

/** Delivers as the platform does: signed again for each try. */
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

/** The status, or 0 where no answer came. */
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

/** Sends all of them at a steady pace, however long each takes. Answers with how long each took, in ms. */
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
