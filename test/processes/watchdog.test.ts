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
  const [path, pids] = [join(dir, 'node'), join(dir, 'pids')]
  writeFileSync(path, `#!/bin/sh\necho $$ >> '${pids}'\n${then}\n`)
  chmodSync(path, 0o700)
  const started = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [])
  return { path, started }
}

it.runIf(process.platform === 'linux')('P15 a watchdog that is killed right after its start is replaced', async () => {
  const { path, started } = program('exec /usr/bin/sleep 60')
  const watchdog = startWatchdog(path)
  onTestFinished(() => {
    void watchdog.close()
    started().forEach((pid) => existsSync(`/proc/${pid}`) && process.kill(pid, 'SIGKILL'))
  })
  watchdog.guard(2 ** 30)

  await expect.poll(started, { interval: 5 }).toHaveLength(1)
  process.kill(started()[0] ?? 0, 'SIGKILL')

  await expect.poll(started).toHaveLength(2)
})

it.runIf(process.platform === 'linux')('one that cannot run here is not started for ever', async () => {
  const { path, started } = program('exit 1')
  startWatchdog(path)

  await expect.poll(started).toHaveLength(4)
  await sleep(100)

  expect(started()).toHaveLength(4)
})
