import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { isAlive } from '../../../src/processes/alive.ts'
import { atThisLoad } from '../../support/machine/machine-load.ts'
import { machineNode } from '../../support/processes/bundle.ts'
import { documentOf, errorOf, makeMachine, until, untilPrinted, type Machine } from '../support/machine.ts'
import { readRunFileOf, startPlatform } from '../support/platform.ts'

let machine: Machine

afterEach(async () => machine.close())

function newMachine(): Machine {
  machine = makeMachine()
  return machine
}

async function accepts(url: unknown): Promise<boolean> {
  const { hostname, port } = new URL(String(url))
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    // Left open: what a browser keeps in advance must not hold the end up.
    socket.unref()
  })
}

describe('app emulator start --port 0 --json', () => {
  it.each([
    ['the Node of this machine', machineNode() ?? process.execPath],
    ['the pinned Node', process.execPath],
  ])(
    'prints one line, is found by status, and SIGTERM stops it with all of its listeners, with %s (P15)',
    async (_, node) => {
      const { start, run, home } = newMachine()

      const emulator = start(['emulator', 'start', '--port', '0', '--json'], { node })
      await untilPrinted(emulator, () => emulator.stdout().includes('\n'), 'the ready line')
      const ready = JSON.parse(emulator.stdout()) as Record<string, unknown>
      const status = documentOf(await run(['emulator', 'status', '--json'], { node }))

      expect(ready).toMatchObject({ event: 'ready', pid: status['pid'] })
      expect(status['urls']).toMatchObject({ api: ready['api'], admin: ready['admin'], portal: ready['portal'] })
      const listeners = [ready['api'], ready['admin'], ready['portal'], ready['storefront']]
      for (const url of listeners) expect(await accepts(url)).toBe(true)

      emulator.child.kill('SIGTERM')
      const askedAt = performance.now()
      const ended = await emulator.ended

      expect(performance.now() - askedAt).toBeLessThan(atThisLoad(3000))
      expect(ended.exit).toBe(0)
      expect(ended.stdout.split('\n')).toHaveLength(2)
      for (const url of listeners) expect(await accepts(url)).toBe(false)
      expect(existsSync(join(home, 'emulator', 'run.json'))).toBe(false)
      expect(() => process.kill(Number(ready['pid']), 0)).toThrow('ESRCH')
    },
  )

  it('a second start exits with 3 and names the running process, and the first keeps running (P14)', async () => {
    const { pid, urls } = await startPlatform(newMachine())

    const second = await machine.run(['emulator', 'start', '--port', '0', '--json'])

    expect(second.exit).toBe(3)
    expect(errorOf(second).code).toBe('emulator.already-running')
    expect(errorOf(second).message).toContain(String(pid))
    expect(await accepts(urls.api)).toBe(true)
  })

  it('after kill -9 the stale run file is ignored, and a new start restores apps and stores (P3 P14)', async () => {
    const { pid, newProject, control } = await startPlatform(newMachine())
    const project = await newProject()
    await project.ok(['register'])
    await project.ok(['store', 'open', '--name', 'Demo'])
    expect((await control<{ stores: unknown[] }>('GET', '/stores')).stores).toHaveLength(1)

    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid), 'the end of the emulator')
    expect(readRunFileOf(machine).pid).toBe(pid)
    const status = await machine.run(['emulator', 'status', '--json'])
    const call = await project.run(['register', '--json'])

    for (const run of [status, call]) {
      expect(run.exit).toBe(8)
      expect(errorOf(run)).toMatchObject({ code: 'emulator.not-running' })
      expect(errorOf(run).hint).toContain('app emulator start')
    }
    const again = await startPlatform(machine)
    expect(again.pid).not.toBe(pid)
    const found = documentOf(await machine.run(['emulator', 'status', '--json']))
    expect(found).toMatchObject({ pid: again.pid, apps: 1, stores: 1 })
    expect(await project.ok(['register'])).toMatchObject({ created: false })
  })
})
