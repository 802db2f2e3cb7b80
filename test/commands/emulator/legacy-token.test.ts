import { expect, it } from 'vitest'

import EmulatorLegacyToken from '../../../src/commands/emulator/legacy-token.ts'
import { runCommand } from '../../support/command/command.ts'
import { regionOf } from '../../support/emulator.ts'
import { makePlatform } from '../../support/platform.ts'

it('a two-part token selects the home region (TOK-005 TOK-006 VER-009)', async () => {
  const { context, made, store } = await makePlatform()

  const { stdout } = await runCommand(EmulatorLegacyToken, ['two-part'], context())

  expect(stdout).toMatch(/^svcapp_1001_[0-9a-f]{64}\n$/)
  const seen = (await (await made.api(stdout.trim(), '/context')).json()) as Record<string, unknown>
  expect(seen).toMatchObject({ pinnedRegionId: regionOf(store).id, scopes: ['orders.read', 'products.read'] })
})

it('a token with the older prefix can read but never write (TOK-018 TOK-019 VER-010)', async () => {
  const { context, made } = await makePlatform({
    registration: { requested_scopes: ['products.read', 'products.write'] },
  })

  const { stdout } = await runCommand(EmulatorLegacyToken, ['older-prefix', '--json'], context())

  const { token } = JSON.parse(stdout) as { token: string }
  expect((await made.api(token, '/products')).status).toBe(200)
  expect((await made.api(token, '/products', { method: 'POST' })).status).toBe(403)
})

it('accepts no other token format', async () => {
  const { context, made, app, store } = await makePlatform()

  expect((await runCommand(EmulatorLegacyToken, ['store'], context())).exit).toBe(2)
  const path = `/stores/${store.code}/apps/${app.appKey}/legacy-token`
  expect((await made.rawControl('POST', path, { shape: 'store' })).status).toBe(400)
})
