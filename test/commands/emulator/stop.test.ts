import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'

import { expect, it, onTestFinished } from 'vitest'

import EmulatorStop from '../../../src/commands/emulator/stop.ts'
import { isAlive } from '../../../src/processes/alive.ts'
import { onPlatform } from '../../../src/project/platforms/choose-platform.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { nodeSend, serve, servedContext } from '../../support/served.ts'

it('stop waits until the emulator has exited', async () => {
  const { overrides, running: emulator } = await servedContext()
  void emulator.stopRequested.then(() => emulator.close())

  const { stdout } = await runCommand(EmulatorStop, ['--json'], overrides)

  expect(JSON.parse(stdout)).toEqual({ stopped: true, pid: process.pid })
})

it('stop returns only after the process has exited, although its run file is removed first', async () => {
  const program = spawn(process.execPath, ['-e', "console.log('on'); setInterval(() => {}, 1000)"], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill('SIGKILL'))
  await once(program.stdout, 'data')
  const pid = program.pid ?? 0
  const { running, paths } = await serve({ pid })
  void running.stopRequested.then(() => running.close())
  let sleeps = 0
  const sleep = async () => {
    sleeps += 1
    if (sleeps === 5) program.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }

  const stop = await runCommand(EmulatorStop, [], makeContext({ paths, send: nodeSend, sleep }))

  expect(stop).toMatchObject({ exit: 0, result: { stopped: true, pid } })
  expect(sleeps).toBeGreaterThanOrEqual(5)
  expect(isAlive(pid)).toBe(false)
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
