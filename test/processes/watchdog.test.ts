import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { startWatchdog } from '../../src/processes/watchdog.ts'

/** A program that notes its pid in a file and then does as `then` says. */
function program(then: string): { readonly path: string; readonly started: () => number[] } {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-watchdog-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const [path, pids] = [join(dir, 'sh'), join(dir, 'pids')]
  writeFileSync(path, `#!/bin/sh\necho $$ >> '${pids}'\n${then}\n`)
  chmodSync(path, 0o700)
  const started = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [])
  return { path, started }
}

it.runIf(process.platform === 'linux')('replaces a watchdog that is killed right after its start (P15)', async () => {
  const { path, started } = program('exec /usr/bin/sleep 60')
  const watchdog = startWatchdog(process.execPath, path)
  onTestFinished(() => {
    void watchdog.close()
    started().forEach((pid) => existsSync(`/proc/${pid}`) && process.kill(pid, 'SIGKILL'))
  })

  await expect.poll(started, { interval: 5 }).toHaveLength(1)
  process.kill(started()[0] ?? 0, 'SIGKILL')

  await expect.poll(started).toHaveLength(2)
})

/** Starts a program under a watchdog, in a process that is killed at this point: before it has the child, or after. */
const killed = (at: 'before' | 'after') => `
import { spawn } from 'node:child_process'
import { startWatchdog } from '${new URL('../../src/processes/watchdog.ts', import.meta.url).href}'
const watchdog = startWatchdog(process.execPath)
watchdog.watch((mark) => {
  const child = spawn('sleep', ['60'], { env: { ...process.env, ...mark }, detached: true, stdio: 'ignore' })
  process.stdout.write(child.pid + '\\n')
  if ('${at}' === 'before') process.kill(process.pid, 'SIGKILL')
  return child
})
process.kill(process.pid, 'SIGKILL')
`

it.runIf(process.platform === 'linux').each(['before', 'after'] as const)(
  'P15 a program ends with the process that was killed at its start, %s its number was known',
  async (at) => {
    const starter = spawn(process.execPath, ['--input-type=module', '-e', killed(at)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [chunk] = (await once(starter.stdout, 'data')) as [Buffer]
    const pid = Number(chunk.toString())
    onTestFinished(() => void (existsSync(`/proc/${pid}`) && process.kill(pid, 'SIGKILL')))

    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  },
)

it.runIf(process.platform === 'linux')(
  'does not restart a watchdog forever if it cannot run on this machine',
  async () => {
    const { path, started } = program('exec /usr/bin/sleep 0.3')
    startWatchdog(process.execPath, path)

    await expect.poll(() => started().filter((pid) => !existsSync(`/proc/${pid}`)).length).toBeGreaterThanOrEqual(4)
    await sleep(500)

    expect(started()).toHaveLength(4)
  },
)
