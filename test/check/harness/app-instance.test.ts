import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { NotStarted, startInstance, type AppProcess } from '../../../src/check/harness/app-instance.ts'
import { createCallHub } from '../../../src/check/harness/calls.ts'

/** A project without files, and something that listens on the port of its app whatever becomes of that. */
async function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-instance-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = createServer((_, response) => void response.end('ok'))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // The address of a TCP port is not a string.
  const { port } = server.address() as AddressInfo
  return { projectDir: mkdtempSync(join(folder, 'project-')), folder: join(folder, 'copies'), port }
}

it('gives up a process that keeps running and never listens, as a command that watches files does', async () => {
  const { projectDir, folder } = await makePlace()
  let stops = 0
  const stop = async () => void stops++
  const watcher: AppProcess = { pid: 1, ended: new Promise(() => {}), stop, kill: stop }

  const starting = startInstance({
    hub: createCallHub(),
    startProcess: async () => watcher,
    startLimitMs: () => 200,
    environment: () => ({}),
    projectDir,
    folder,
    upstream: 'http://127.0.0.1:9',
    adminUrl: 'http://127.0.0.1:9',
    appUrl: 'http://127.0.0.1:9',
    clock: () => performance.now(),
    sleep: (ms) => sleep(ms),
    busyness: () => 0,
    freePort: async () => 9,
    deadline: new AbortController().signal,
  })

  await expect(starting).rejects.toThrow('The app does not listen on 127.0.0.1:9.')
  expect(stops).toBe(1)
})

it('an app that has exited before its port responds is a failed start, reported with its output', async () => {
  const { projectDir, folder, port } = await makePlace()
  let stops = 0
  const stop = async () => void stops++
  const ended: AppProcess = { pid: 1, ended: Promise.resolve('exit code 7'), stop, kill: stop }

  const starting = startInstance({
    hub: createCallHub(),
    startProcess: async ({ onOutput }) => {
      onOutput('stderr', Buffer.from('no database\n'))
      return ended
    },
    environment: () => ({}),
    projectDir,
    folder,
    upstream: 'http://127.0.0.1:9',
    adminUrl: 'http://127.0.0.1:9',
    appUrl: 'http://127.0.0.1:9',
    clock: () => performance.now(),
    sleep: (ms) => sleep(ms),
    busyness: () => 0,
    freePort: async () => port,
    deadline: new AbortController().signal,
  })

  const error = await starting.then(
    () => null,
    (raised: unknown) => raised,
  )
  expect(error).toBeInstanceOf(NotStarted)
  expect(error).toMatchObject({ message: 'The app has exited (exit code 7).', said: ['no database'] })
  expect(stops).toBe(1)
})
