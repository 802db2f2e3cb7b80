import { expect, it } from 'vitest'

import EmulatorPlan from '../../../src/commands/emulator/plan.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'

it('a pending payment returns 402 on every call until the plan is paid, and the token stays valid (INST-073 INST-075 N15)', async () => {
  const { context, made, token, app, store } = await makeInstalledPlatform()
  const plan = async (...argv: string[]) => runCommand(EmulatorPlan, argv, context())
  const status = async () => (await made.api(token, '/context')).status

  expect((await plan()).stdout).toBe(`app    ${app.appKey}\nstore  ${store.code}\nplan   free\n`)
  expect(JSON.parse((await plan('paid-pending', '--json')).stdout)).toEqual({
    appKey: app.appKey,
    store: store.code,
    plan: 'paid-pending',
  })
  expect(await status()).toBe(402)
  expect((await plan('paid')).stdout).toMatch(/^plan +paid$/m)
  expect(await status()).toBe(200)
  expect((await plan('paid', '--app', 'app.no.such')).error?.code).toBe('emulator.unknown-app')
  expect((await plan('paid', '--store', 'nowhere')).error?.code).toBe('store.unknown')
  expect((await plan('cheap')).exit).toBe(2)
})
