import { mkdirSync } from 'node:fs'

import { expect, it } from 'vitest'

import EmulatorStop from '../../../src/commands/emulator/stop.ts'
import { onPlatform } from '../../../src/project/platforms/choose-platform.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { servedContext } from '../../support/served.ts'

it('stop waits until the emulator has exited', async () => {
  const { overrides, running: emulator } = await servedContext()
  void emulator.stopRequested.then(() => emulator.close())

  const { stdout } = await runCommand(EmulatorStop, ['--json'], overrides)

  expect(JSON.parse(stdout)).toEqual({ stopped: true, pid: process.pid })
})

it('stop rejects an unknown platform name', async () => {
  const { paths } = makeContext()
  mkdirSync(onPlatform(paths, 'trial').platformDir, { recursive: true })
  const at = (name: string) => runCommand(EmulatorStop, [], makeContext({ paths: onPlatform(paths, name) }))

  const [trial, typo] = [await at('trial'), await at('trail')]

  expect([trial.exit, trial.stdout]).toEqual([0, 'The emulator for platform trial is not running.\n'])
  expect(typo.error).toMatchObject({ code: 'usage.invalid', message: 'Unknown platform trail.' })
  expect(typo.exit).toBe(2)
})

it('stop succeeds if no emulator is running', async () => {
  const { result, exit } = await runCommand(EmulatorStop, ['--json'])

  expect([result, exit]).toEqual([{ stopped: false, pid: null }, 0])
})
