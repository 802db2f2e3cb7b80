import { describe, expect, it } from 'vitest'

import type { DevContext } from '../../src/dev/context.ts'
import { createControls } from '../../src/dev/controls.ts'
import type { DevEvent } from '../../src/dev/events/dev-event.ts'
import { AppError } from '../../src/errors.ts'
import type { Send } from '../../src/http/wire.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { addDelivery } from '../inspector/fixture.ts'
import { makeEmulator } from '../support/emulator.ts'
import { sendTo } from '../support/send.ts'

const project = {
  config: { key: 'app.acme.loyalty', webhooks: { path: '/webhooks', topics: [] }, dev: { port: 3000 } },
}

function makeControls({ send, target = { name: 'emulator', control: null } }: { send?: Send; target?: object } = {}) {
  const journal = openJournal({ path: ':memory:', appKey: project.config.key })
  const works: (() => Promise<void> | void)[] = [journal.close]
  const events: DevEvent[] = []
  const dev = {
    tools: { now: () => new Date('2026-01-01T00:00:00Z'), send },
    options: { project },
    emit: (event: DevEvent) => void events.push(event),
    signal: new AbortController().signal,
    atEnd: (work: () => Promise<void> | void) => void works.push(work),
    held: { count: () => 0 },
  } as unknown as DevContext // only what the controls of this file read
  const controls = createControls(dev, {
    target: target as never,
    place: {
      store: () => 'demo',
      placeOrder: () =>
        Promise.reject(
          new AppError('emulator.not-running', 'The emulator does not respond.', {
            suggestions: ['app emulator start', 'app dev'],
          }),
        ),
    } as never,
    journal,
    key: () => signingKey('0123456789abcdef'.repeat(4)),
    gateway: { url: 'http://127.0.0.1:4810' },
    inspector: null,
    tunnel: () => null,
    runner: { restart: () => {}, isUp: () => true },
  })
  const end = async () => {
    for (const work of works.toReversed()) await work()
  }
  return { controls, journal, events, end }
}

describe('the controls of app dev', () => {
  it('keep the last status while the session ends, because the journal closes before the app exits', async () => {
    const { controls, end } = makeControls()
    const before = controls.status()

    await end()

    expect(controls.status()).toEqual(before)
    expect(before).toMatchObject({ store: 'demo', app: 'http://127.0.0.1:3000', deliveries: {}, spent: null })
  })

  it('count only the deliveries of the target', async () => {
    const { controls, journal, end } = makeControls({ target: { name: 'live', control: null } })
    for (const status of [200, 500]) addDelivery(journal, { target: 'emulator', status })

    const before = controls.status().deliveries
    addDelivery(journal, { target: 'live', status: 200 })
    const after = controls.status().deliveries
    await end()

    expect([before, after]).toEqual([{}, { delivered: 1 }])
  })

  it('report how to restart a stopped emulator, with the error code, at each use', async () => {
    const { controls, events, end } = makeControls()

    await controls.placeOrder?.()
    await end()

    const text = 'The emulator does not respond (emulator.not-running): app emulator start'
    expect(events).toEqual([{ event: 'notice', text }])
  })

  it('list the dead letters of the emulator if the journal has none', async () => {
    const emulator = makeEmulator()
    const { urls, emulator: running } = emulator
    const app = await emulator.registerApp({
      appKey: project.config.key,
      webhook_url: 'http://127.0.0.1:9/webhooks',
      webhook_topics: ['order.created'],
      requested_scopes: ['orders.read'],
    })
    const store = await emulator.openStore({ appKey: app.appKey })
    expect(app.appKey).toBe(project.config.key)
    await emulator.installApp({ app, store })
    await emulator.control('POST', `/stores/${store.code}/orders`, {})
    await emulator.control('POST', '/clock/advance', { ms: 3 * 86_400_000 })
    const control = { url: urls.portal, token: running.controlToken }
    const { controls, events, end } = makeControls({ send: sendTo(running), target: { name: 'emulator', control } })

    await controls.retryDeadLetters()
    await end()

    const text =
      'No dead letters. 1 dead letter on the emulator is not in this journal. Redeliver it from the portal (`app portal`, under Webhooks).'
    expect(events).toEqual([{ event: 'notice', text }])
  })

  it('do nothing after the session ends', async () => {
    const { controls, events, end } = makeControls()

    await controls.replayLast()
    await end()
    await controls.replayLast()
    await controls.retryDeadLetters()

    expect(events).toEqual([{ event: 'notice', text: 'No delivery to replay yet.' }])
  })
})
