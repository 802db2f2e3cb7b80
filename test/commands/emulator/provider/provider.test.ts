import { expect, it } from 'vitest'

import ProviderCreate from '../../../../src/commands/emulator/provider/create.ts'
import ProviderList from '../../../../src/commands/emulator/provider/list.ts'
import ProviderRequest from '../../../../src/commands/emulator/provider/request.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

it('opens a provider for the project app and routes a request to it (GEN-015 GEN-018)', async () => {
  const { context, app } = await makeInstalledPlatform({
    registration: { requested_scopes: ['shipping.provider'], webhook_topics: ['shipment.create_requested'] },
  })

  const none = await runCommand(ProviderList, [], context())
  const opened = await runCommand(ProviderCreate, ['--kind', 'carrier', '--name', 'Parcel'], context())
  const listed = await runCommand(ProviderList, [], context())
  const routed = await runCommand(ProviderRequest, ['1'], context())
  const json = await runCommand(ProviderRequest, ['1', '--region', 'de', '--json'], context())

  expect(none.stdout).toBe('No providers.\n')
  expect(opened.stdout).toBe(`Created provider 1: Parcel (carrier), run by ${app.appKey}.\n`)
  expect(listed.stdout).toBe(`1\tcarrier\tParcel\t${app.appKey}\n`)
  expect(routed.stdout).toMatch(/^shipment\.create_requested {2}evt_[0-9a-f]{32} {2}to app\./)
  expect(JSON.parse(json.stdout)).toMatchObject({ topic: 'shipment.create_requested', deliveries: 0 })
})

it('rejects an invalid id, an unknown app, and the live target', async () => {
  const { context } = await makeInstalledPlatform({})

  const id = await runCommand(ProviderRequest, ['x'], context())
  const missing = await runCommand(ProviderRequest, ['7'], context())
  const app = await runCommand(ProviderCreate, ['--kind', 'invoice', '--name', 'E', '--app', 'app.no.body'], context())
  const kind = await runCommand(ProviderCreate, ['--kind', 'bank', '--name', 'E'], context())

  expect([id.exit, id.error?.code]).toEqual([2, 'usage.invalid'])
  expect([missing.exit, missing.error?.code]).toEqual([2, 'emulator.bad-request'])
  expect([app.exit, app.error?.code]).toEqual([3, 'emulator.unknown-app'])
  expect(kind.exit).toBe(2)
})
