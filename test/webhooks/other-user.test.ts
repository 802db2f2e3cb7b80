import { randomBytes } from 'node:crypto'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { inspectorActions } from '../../src/dev/inspector-actions.ts'
import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { appendDelivery } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { triggerEvent } from '../../src/webhooks/trigger.ts'
import { makeApp } from '../support/app.ts'
import { someDelivery } from '../support/delivery.ts'
import { canBeSomebodyElse, makeSquatter } from '../support/processes/squatter.ts'

const tools = {
  send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  now: () => new Date(),
  randomBytes,
  key: signingKey('5e'.repeat(32)),
}

/** The app's port, taken by somebody else while the app was away. */
async function takenPort(host: string) {
  const app = await makeApp()
  await app.close()
  return { squatter: await makeSquatter(app.port, { host }), to: `http://127.0.0.1:${app.port}/webhooks` }
}

it.skipIf(!canBeSomebodyElse).each(['127.0.0.1', '::'])(
  'T16 an event that is triggered past the gateway is not sent to another user who holds the port at %s',
  async (host) => {
    const { squatter, to } = await takenPort(host)

    const sent = triggerEvent(tools, { topic: 'order.created', to, storeId: '1001', regionId: '7' })

    await expect(sent).rejects.toMatchObject({
      code: 'net.unreachable',
      message: expect.stringContaining("another user's process uses that port") as string,
      details: { sent: false, reason: 'EOTHERUSER' },
    })
    expect(squatter.said()).toBe('READY\n')
  },
)

it.skipIf(!canBeSomebodyElse)(
  'a delivery that the inspector replays is not sent to another user who uses the port of the app (T16)',
  async () => {
    const { squatter, to } = await takenPort('127.0.0.1')
    const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
    onTestFinished(() => journal.close())
    const { id } = appendDelivery(journal, someDelivery())
    const actions = inspectorActions({
      ...tools,
      journal,
      key: async () => tools.key,
      appUrl: () => to,
      origin: () => ({ storeId: '1001', regionId: '7' }),
    })

    const answer = await actions.replay(id, 're-sign')

    expect(answer).toMatchObject({ status: null, error: 'app-port-of-another-user', accepted: false })
    expect(attemptsOfDelivery(journal, id)).toMatchObject([{ status: null, error: 'app-port-of-another-user' }])
    expect(squatter.said()).toBe('READY\n')
  },
)
