import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { TimedEvent } from '../../../src/dev/events/dev-event.ts'
import { createDevScreen } from '../../../src/tasks/dev/dev-screen.ts'
import { captureTerminal, makeContext } from '../../support/context.ts'
import { noteEmulator } from '../../support/emulator/run-file.ts'

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

it('shows a spinner during startup, but not when a changed app.toml is registered later', async () => {
  const { terminal, stderr } = captureTerminal({ width: 80 })
  const screen = await createDevScreen({ terminal, env: {} }, { topics: ['order.created'], paths: makeContext().paths })
  onTestFinished(screen.close)

  screen.show(registered)
  expect(stderr()).toContain('Searching for a test store')
  for (const event of [listening, ready]) screen.show(event)
  const before = stderr().length
  screen.show(registered)

  expect(stderr().slice(before)).not.toContain('Searching for a test store')
})

describe('once the app is installed, the suggested next step produces an event', () => {
  const installed = { event: 'installed', storeName: 'Demo', storeId: '1001', regionId: '1', scopes: [] } as never
  const verified = { event: 'verified', storeId: '1001', storeCode: 'demo', regions: ['tr'], problem: null } as const
  const screenOf = async (topics: readonly string[]) => {
    const { terminal, stdout } = captureTerminal({ width: 80, env: { NO_COLOR: '1' } })
    const screen = await createDevScreen({ terminal, env: {} }, { topics, paths: makeContext().paths })
    onTestFinished(screen.close)
    screen.show(installed)
    return stdout()
  }

  it('an order, for an app that subscribes to orders', async () => {
    expect(await screenOf(['order.shipped', 'app.uninstalled'])).toContain('Next: press o to place an order')
  })

  it('an order in the store and region of the install, without a key for it, on the live platform', async () => {
    const { terminal, stdout } = captureTerminal({ width: 80, env: { NO_COLOR: '1' } })
    const screen = await createDevScreen(
      { terminal, env: {} },
      { topics: ['order.created'], paths: makeContext().paths },
    )
    onTestFinished(screen.close)
    screen.show({
      event: 'live',
      appKey: 'app.acme.loyalty',
      api: 'https://api.platform.test',
      admin: 'https://admin.platform.test',
    })
    screen.show({ ...(installed as TimedEvent), regionCode: 'de' } as never)
    screen.show(verified)

    expect(stdout().replaceAll(/\n +/g, ' ')).toContain(
      'Next: place an order in the store (region de) to see its deliveries. Press t to send a test event',
    )
    expect(
      stdout()
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([])
    expect(stdout()).not.toContain('press o')
  })

  it('only the pending payment, on the live platform', async () => {
    const { terminal, stdout } = captureTerminal({ width: 80, env: { NO_COLOR: '1' } })
    const screen = await createDevScreen({ terminal, env: {} }, { topics: [], paths: makeContext().paths })
    onTestFinished(screen.close)
    screen.show({
      event: 'live',
      appKey: 'app.acme.loyalty',
      api: 'https://api.platform.test',
      admin: 'https://admin.platform.test',
    })
    screen.show(installed)
    screen.show({ ...verified, problem: 'The payment is pending (402)', paymentPending: true })

    expect(stdout()).toContain('! demo: The payment is pending (402)')
    expect(stdout()).not.toContain('Next:')
    screen.show(verified)
    expect(stdout()).toContain('Next: place an order in the store')
  })

  it('a test event, and how to create a provider, for a carrier', async () => {
    const said = await screenOf(['shipment.create_requested', 'app.uninstalled'])

    expect(said).toContain('Next: press t to send a test event')
    expect(said).toContain('app emulator provider create --help')
    expect(said).not.toContain('place an order')
  })

  it('a test event, for an app that subscribes only to its uninstall', async () => {
    const said = await screenOf(['app.uninstalled'])

    expect(said).toContain('Next: press t to send a test event')
    expect(said).not.toContain('provider')
  })
})

it('adds the target to a command before wrapping the line', async () => {
  const { terminal, stdout } = captureTerminal({ width: 60, env: { NO_COLOR: '1' } })
  terminal.nameTargetBy((text) => text.replace('`app register`', '`app register --target live`'))
  const screen = await createDevScreen({ terminal, env: {} }, { topics: [], paths: makeContext().paths })
  onTestFinished(screen.close)

  screen.show({ event: 'notice', text: 'The console has another address: run `app register`, then go on.' } as never)

  expect(stdout()).toBe('The console has another address: run\n  `app register --target live`, then go on.\n')
})

const start: readonly TimedEvent[] = [
  { event: 'notice', text: 'Port 3000 is in use. Using 24765.', minor: true },
  { event: 'emulator', mode: 'started', platform: 'default', folder: '/home/me/svcapp/emulator' } as never,
  {
    event: 'notice',
    text: 'Without a keychain, emulator secrets are in a file only you can read (0600).',
  },
  { event: 'registered', appKey: 'app.acme.loyalty', created: true, warnings: [] },
  { event: 'store', code: 'demo', name: 'Demo', created: true },
  { event: 'gateway', url: 'http://127.0.0.1:4810', webhookUrl: 'http://127.0.0.1:4810/webhooks', outbound: '' },
  { event: 'app-started', pid: 12, command: ['npm', 'start'], url: 'http://127.0.0.1:24765' },
  { event: 'app-output', stream: 'stdout', line: 'listening port=24765' },
  { event: 'app-listening', pid: 12, command: ['npm', 'start'], url: 'http://127.0.0.1:24765', ms: 1100 },
  {
    ...ready,
    app: 'http://127.0.0.1:24765',
    portal: 'http://127.0.0.1:4802',
    storefront: 'http://127.0.0.1:4803/demo',
    inspector: 'http://127.0.0.1:4812/#token=havtaSCXnQGME_vlpqIcXw',
  } as TimedEvent,
  {
    event: 'install-address',
    url: 'http://localhost:4801/admin/sign-in?ticket=BS-vOQE0UYVfax6U9C_9pQ',
    opened: false,
    singleUse: true,
  },
]

/** All that `app dev` prints until the app is to be installed. */
async function startAt(width: number): Promise<string> {
  const { paths: own } = makeContext()
  noteEmulator(own)
  const { terminal, stdout } = captureTerminal({ width, env: { NO_COLOR: '1' } })
  const screen = await createDevScreen({ terminal, env: {} }, { topics: ['order.created'], paths: own })
  onTestFinished(screen.close)
  for (const event of start) screen.show(event)
  return stdout()
}

describe('the start of app dev', () => {
  it('fits 12 lines at 80 columns, with each address on one line', async () => {
    const lines = (await startAt(80)).trimEnd().split('\n')

    expect(lines.length).toBeLessThanOrEqual(12)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.filter((line) => line.includes('http')).length).toBe(7)
  })

  it.each([50, 80, 120])('at %i columns matches the snapshot', async (width) => {
    const file = join(import.meta.dirname, 'snapshots', `dev-start-${width}.txt`)

    await expect(await startAt(width)).toMatchFileSnapshot(file)
  })
})
