import { expect, it } from 'vitest'

import EmulatorDeliveries from '../../../src/commands/emulator/deliveries.ts'
import type { Delivery } from '../../../src/control/contract.ts'
import { runCommand } from '../../support/command/command.ts'
import { servedContext } from '../../support/served.ts'

/** Two deliveries to a dead app: one pending, one dead. */
async function withQueue() {
  const served = await servedContext()
  const { context, queue } = served.running.emulator
  await queue.stop()
  const insert = context.registry.prepare(
    `INSERT INTO deliveries (event_id, install_id, app_key, store_id, region_id, topic, body, state, attempts, next_attempt_at,
       last_status, last_error, created_at) VALUES (?, 1, ?, 1001, ?, 'order.paid', x'7b7d', ?, ?, ?, ?, ?, 0)`,
  )
  insert.run('evt_1', 'app.acme.one', 1, 'pending', 2, 60_000, null, 'No process listens on 127.0.0.1:9.')
  insert.run(
    'evt_2',
    'app.acme.two',
    null,
    'dead_letter',
    6,
    null,
    500,
    'The webhook address responded with 500.\u001b[2J',
  )
  return served
}

it('shows the queue, newest first, with attempts and last error, and without terminal control characters', async () => {
  const { overrides } = await withQueue()

  const { stdout, exit } = await runCommand(EmulatorDeliveries, [], {
    ...overrides,
    width: 220,
    env: { NO_COLOR: '1' },
  })

  const [header, ...rows] = stdout.trimEnd().split('\n')
  expect(exit).toBe(0)
  expect(header).toContain('ATTEMPTS')
  expect(rows[0]).toMatch(
    /order\.paid\s+app\.acme\.two\s+–.*dead_letter.*6\s+500.*The webhook address responded with 500\./,
  )
  expect(rows[1]).toMatch(/pending.*2.*19\d\d-\d\d-\d\d \d\d:\d\d.*No process listens/)
  expect(stdout).not.toContain('\u001b[2J')
})

it('filters by app and state, and prints data with --json', async () => {
  const { overrides, control } = await withQueue()
  await control.register({
    key: 'app.acme.one',
    name: 'One',
    requested_scopes: ['orders.read'],
    redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
  })
  const read = async (...argv: string[]) => {
    const { stdout } = await runCommand(EmulatorDeliveries, [...argv, '--json'], overrides)
    return (JSON.parse(stdout) as { deliveries: Delivery[] }).deliveries.map(({ eventId }) => eventId)
  }

  expect(await read()).toEqual(['evt_2', 'evt_1'])
  expect(await read('--app', 'app.acme.one')).toEqual(['evt_1'])
  expect(await read('--state', 'dead_letter')).toEqual(['evt_2'])
  expect(await read('--limit', '1')).toEqual(['evt_2'])
  expect(await read('--state', 'delivered')).toEqual([])
})

it('reports an empty list, and rejects an unknown state', async () => {
  const { overrides } = await servedContext()

  const none = await runCommand(EmulatorDeliveries, [], overrides)
  const wrong = await runCommand(EmulatorDeliveries, ['--state', 'lost'], overrides)

  expect([none.stdout.trim(), none.exit, wrong.exit]).toEqual(['No deliveries.', 0, 2])
})
