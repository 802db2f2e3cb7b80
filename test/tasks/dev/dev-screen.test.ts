import { describe, expect, it, onTestFinished } from 'vitest'

import type { TimedEvent } from '../../../src/dev/events/dev-event.ts'
import { createDevScreen } from '../../../src/tasks/dev/dev-screen.ts'
import { captureTerminal } from '../../support/context.ts'

const registered: TimedEvent = { event: 'registered', appKey: 'app.acme.try', created: false, warnings: [] }
const listening: TimedEvent = { event: 'app-listening', pid: 1, command: ['node'], url: 'http://127.0.0.1:3000', ms: 5 }
const ready = {
  event: 'ready',
  appKey: 'app.acme.try',
  pid: 1,
  target: 'emulator',
  platform: 'default',
  app: 'http://127.0.0.1:3000',
  gateway: 'http://127.0.0.1:4000',
  outbound: 'http://127.0.0.1:4001',
  tunnel: null,
  admin: 'http://localhost:4801',
  webhooks: 'http://127.0.0.1:4000/webhooks',
  portal: null,
  storefront: null,
  inspector: null,
  health: null,
  store: 'demo',
} as TimedEvent

it('turns a spinner while it starts, and not when a changed app.toml is registered later', async () => {
  const { terminal, stderr } = captureTerminal({ width: 80 })
  const screen = await createDevScreen({ terminal, env: {} }, ['order.created'])
  onTestFinished(screen.close)

  screen.show(registered)
  expect(stderr()).toContain('Looking for a test store')
  for (const event of [listening, ready]) screen.show(event)
  const before = stderr().length
  screen.show(registered)

  expect(stderr().slice(before)).not.toContain('Looking for a test store')
})

describe('once the app is installed, what is to be done next is what brings it an event', () => {
  const installed = { event: 'installed', storeName: 'Demo', storeId: '1001', regionId: '1', scopes: [] } as never
  const screenOf = async (topics: readonly string[]) => {
    const { terminal, stdout } = captureTerminal({ width: 80, env: { NO_COLOR: '1' } })
    const screen = await createDevScreen({ terminal, env: {} }, topics)
    onTestFinished(screen.close)
    screen.show(installed)
    return stdout()
  }

  it('an order, for an app that hears of orders', async () => {
    expect(await screenOf(['order.shipped', 'app.uninstalled'])).toContain('Next: press o to place an order')
  })

  it('an order in the store and no key for it, on the live platform', async () => {
    const { terminal, stdout } = captureTerminal({ width: 80, env: { NO_COLOR: '1' } })
    const screen = await createDevScreen({ terminal, env: {} }, ['order.created'])
    onTestFinished(screen.close)
    screen.show({ event: 'live', api: 'https://api.platform.test', admin: 'https://admin.platform.test' })
    screen.show(installed)

    expect(stdout()).toContain('Next: order something in the store; its deliveries show here. t sends a test event')
    expect(stdout()).not.toContain('press o')
  })

  it('a test event, and how stores get to ask it, for a carrier', async () => {
    const said = await screenOf(['shipment.create_requested', 'app.uninstalled'])

    expect(said).toContain('Next: press t to send a test event')
    expect(said).toContain('app emulator provider open --help')
    expect(said).not.toContain('place an order')
  })

  it('a test event, for an app that hears of its uninstall alone', async () => {
    const said = await screenOf(['app.uninstalled'])

    expect(said).toContain('Next: press t to send a test event')
    expect(said).not.toContain('provider')
  })
})
