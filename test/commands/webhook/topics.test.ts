import { expect, it } from 'vitest'

import { topicNames } from '../../../src/catalog/topics.ts'
import WebhookTopics from '../../../src/commands/webhook/topics.ts'
import { runCommand } from '../../support/command/command.ts'

it('lists the nine topics and marks assumptions about them (EVT-030 EVT-026)', async () => {
  const { stdout, exit } = await runCommand(WebhookTopics, [], { width: 80, env: { NO_COLOR: '1' } })

  expect(exit).toBe(0)
  const [first, ...others] = stdout.split(/^(?=\S)/m)
  expect(first?.replaceAll(/\s+/g, ' ').trim()).toBe(
    'order.created An order was created. Assumed: needs the scope orders.read. The emulator sends it when an order is placed.',
  )
  expect([first, ...others].map((entry) => entry?.split('\n')[0])).toEqual(topicNames)
})

it('prints the topics as JSON, and invents none (EVT-031 EVT-015 EVT-016 EVT-017 EVT-018 EVT-019 EVT-020 EVT-021 EVT-022 EVT-023)', async () => {
  const { stdout } = await runCommand(WebhookTopics, ['--json'])

  const rows = JSON.parse(stdout) as { topic: string; scope: string | null }[]
  expect(rows.map(({ topic }) => topic)).toEqual([
    'order.created',
    'order.paid',
    'order.shipped',
    'order.cancelled',
    'order.refunded',
    'fulfillment.requested',
    'shipment.create_requested',
    'invoice.submit_requested',
    'app.uninstalled',
  ])
  expect(rows[0]).toEqual({
    topic: 'order.created',
    meaning: 'An order was created.',
    scope: 'orders.read',
    sentAfter: 'an order is placed',
  })
})
