import { rmSync } from 'node:fs'

import { expect, it } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import WebhookTrigger from '../../../src/commands/webhook/trigger.ts'
import { makeApp } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'

async function makeFixture() {
  const app = await makeApp()
  const platform = await makeInstalledPlatform({ toml: `[dev]\nport = ${app.port}\n` })
  const { identity, credentials, made, store, app: registered } = platform
  const key = { identity, appKey: registered.appKey, kind: 'signing-secret' } as const
  await credentials.set(key, registered.secrets.webhook_signing_secret)
  const plain = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
  const emulated = platform.context().send
  const trigger = async (...argv: string[]) => {
    const { exit, stderr } = await runCommand(
      WebhookTrigger,
      argv,
      platform.context({
        send: (request) => (request.url.port === String(app.port) ? plain(request) : emulated(request)),
      }),
    )
    const data: unknown = JSON.parse(app.seen.at(-1)?.body.toString() ?? '{}')
    return { exit, stderr, data: (data as { data?: unknown }).data, event: data as Record<string, unknown> }
  }
  const place = async (input: object) => {
    const placed = await made.control('POST', `/stores/${store.code}/orders`, input)
    // The emulator's own answer.
    return placed as unknown as { order: { id: number; orderNumber: string; currency: string } }
  }
  return { ...platform, trigger, place, credentials, key }
}

it('uses the newest order of the store and region that matches the event', async () => {
  const { trigger, place } = await makeFixture()
  const { order: paid } = await place({ paid: true })
  const { order: open } = await place({ paid: false })
  await place({ region: 'de', paid: true })

  const created = await trigger('order.created')
  const isPaid = await trigger('order.paid')

  expect([created.exit, created.stderr]).toEqual([0, expect.not.stringContaining('made up') as string])
  expect(created.data).toMatchObject({ orderId: open.id, orderNumber: open.orderNumber, currency: open.currency })
  expect(isPaid.data).toMatchObject({ orderId: paid.id, orderNumber: paid.orderNumber, status: 'paid' })
})

it('reports that the order is invented, unless one was given', async () => {
  const { trigger, paths } = await makeFixture()
  rmSync(paths.runFile)

  const madeUp = await trigger('order.paid')
  const named = await trigger('order.paid', '--set', 'data.orderId=7')
  const other = await trigger('app.uninstalled')

  expect([madeUp.exit, madeUp.data]).toEqual([0, expect.objectContaining({ orderId: 1001 }) as object])
  expect(madeUp.stderr).toContain('The event contains the made-up order 1001, because no emulator is running')
  expect(named.stderr + other.stderr).not.toContain('made up')
})

it('needs no emulator if the secret is stored on this machine, and reports a missing one', async () => {
  const { trigger, paths, credentials, key } = await makeFixture()
  rmSync(paths.runFile)

  const kept = await trigger('order.created')
  await credentials.remove(key)
  const none = await trigger('order.created')

  expect([kept.exit, none.exit]).toEqual([0, 8])
  expect(none.stderr).toContain('No emulator is running')
})
