import { expect, it } from 'vitest'

import OrdersList from '../../../src/commands/call/orders/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'

it('--debug asks the emulator for the true cause of a rejection, and shows it first', async () => {
  const { context, calls, made, store, app } = await makeInstalledPlatform()
  await made.control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})

  const plain = await runCommand(OrdersList, ['--json'], context())
  const asked = await runCommand(OrdersList, ['--debug', '--json'], context())
  const raw = await runCommand(CallRaw, ['GET', '/orders', '--debug'], context())

  expect(calls().map(({ headers }) => headers['X-Emulator-Debug'])).toEqual([undefined, '1', '1'])
  expect(JSON.parse(plain.stdout)).not.toHaveProperty('error.emulatorCause')
  expect(JSON.parse(asked.stdout)).toMatchObject({
    error: { code: 'api.unauthorized', emulatorCause: 'token-revoked', status: 401 },
  })
  expect(raw.stderr).toContain('Fix the cause that the emulator reports: token-revoked.')
  expect([plain.exit, asked.exit, raw.exit]).toEqual([4, 4, 4])
})

it('points to an active fault without --debug, and shows it as the cause with --debug', async () => {
  const { context, made } = await makeInstalledPlatform()
  await made.control('POST', '/faults', { kind: '500', times: 2 })

  const plain = await runCommand(OrdersList, [], context())
  const { error } = await runCommand(OrdersList, ['--debug'], context())

  expect(plain.stderr).toContain('app emulator fault list')
  expect(error).toMatchObject({ code: 'api.error', details: { emulatorCause: 'fault 500' } })
})

it('--debug is rejected for the live platform, and nothing is sent', async () => {
  const { context, sent } = await makeInstalledPlatform({
    toml: '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n',
  })

  const { error, exit } = await runCommand(OrdersList, ['--debug', '--target', 'live'], context())

  expect([error?.code, exit]).toEqual(['usage.invalid', 2])
  expect(sent).toEqual([])
})
