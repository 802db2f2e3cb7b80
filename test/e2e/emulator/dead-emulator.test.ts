import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RunFile } from '../../../src/control/contract.ts'
import { isAlive } from '../../../src/processes/alive.ts'
import { documentOf, failureOf, makeMachine, until, type Machine } from '../support/machine.ts'
import { startPlatform, type OpenProject } from '../support/platform.ts'

let machine: Machine
let project: OpenProject
let runFile: string

beforeAll(async () => {
  machine = makeMachine()
  const platform = await startPlatform(machine)
  project = await platform.installedProject()
  runFile = join(machine.home, 'emulator', 'run.json')
  process.kill(platform.pid, 'SIGKILL')
  await until(() => !isAlive(platform.pid), 'its end')
})

afterAll(async () => machine.close())

const commands = [
  'call orders list',
  'install --approve',
  'register',
  'store list',
  'emulator status',
  'emulator deliveries',
  'emulator order place',
  'emulator clock show',
  'env',
  'context',
]

describe('an emulator that was killed with kill -9', () => {
  it.each(commands)(
    'app %s exits with 8, reports that no emulator is running and shows the start command',
    async (command) => {
      const failure = failureOf(await project.run([...command.split(' '), '--json']))

      expect(failure).toMatchObject({ exit: 8, code: 'emulator.not-running' })
      expect(failure.hint).toContain('app emulator start')
    },
  )

  it('a stale run file is ignored even if another process has its pid (P14)', async () => {
    // Written by the emulator alone.
    const stale = JSON.parse(readFileSync(runFile, 'utf8')) as RunFile
    writeFileSync(runFile, JSON.stringify({ ...stale, pid: process.pid }))

    for (const argv of [
      ['emulator', 'status'],
      ['call', 'orders', 'list'],
      ['install', '--approve'],
    ]) {
      const failure = failureOf(await project.run([...argv, '--json']))
      expect(failure.exit, argv.join(' ')).toBe(8)
      expect(failure.code, argv.join(' ')).toMatch(/^(emulator\.not-running|net\.unreachable)$/)
      expect(failure.hint, argv.join(' ')).toContain('app emulator start')
    }
    writeFileSync(runFile, JSON.stringify(stale))
  })

  it('stop succeeds, and stored data can still be read', async () => {
    expect(await project.ok(['emulator', 'stop'])).toMatchObject({ stopped: false })
    expect(documentOf(await machine.run(['token', 'list', '--json']))).toMatchObject({
      tokens: [{ appKey: project.key }],
    })
    expect(await project.ok(['token', 'show'])).toMatchObject({ revealed: false })
  })
})
