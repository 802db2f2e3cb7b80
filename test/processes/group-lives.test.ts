import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { isAlive } from '../../src/processes/alive.ts'
import { groupLives } from '../../src/processes/group-lives.ts'
import { signalGroup } from '../../src/processes/signals.ts'

/** Ending one thread alone is call 60 of Linux on this processor. */
const hasThreadsOfPerl = process.arch === 'x64' && spawnSync('perl', ['-Mthreads', '-e', '1']).status === 0

/** A group whose leader starts a child and ends; the child ends with it, or lives. */
async function startGroup(script: string): Promise<number> {
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  return child.pid ?? 0
}

describe.runIf(process.platform === 'linux')('a process group', () => {
  it('is alive while one of its processes runs, even without its leader', async () => {
    const pid = await startGroup('sleep 60 & exit 0')
    await sleep(100)

    expect(groupLives(pid)).toBe(true)

    signalGroup(pid, 'SIGKILL')
    await expect.poll(() => groupLives(pid)).toBe(false)
  })

  it('has ended when all its processes have exited, even if their parent has not collected them', async () => {
    // The one that would collect the child sleeps: it is in another group by then.
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `const { spawn } = require('node:child_process')
         const { pid } = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' })
         process.kill(pid, 'SIGKILL')
         process.stdout.write(pid + '\\n')
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    try {
      const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = Number(chunk.toString('utf8'))

      await expect.poll(() => groupLives(pid)).toBe(false)
      // It is still in the list, and no process either.
      expect(signalGroup(pid, 0)).toBe(true)
      expect([isAlive(pid), isAlive(process.pid)]).toEqual([false, true])
    } finally {
      parent.kill('SIGKILL')
    }
  })

  it.runIf(hasThreadsOfPerl)('is alive while one of its threads runs, after the first one has ended', async () => {
    const script = '$| = 1; threads->create(sub { sleep 60 }); print "$$\\n"; syscall(60, 0)'
    const child = spawn('perl', ['-Mthreads', '-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    const pid = Number(chunk.toString('utf8'))
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain(') Z ')

    expect([isAlive(pid), groupLives(pid)]).toEqual([true, true])

    signalGroup(pid, 'SIGKILL')
    await expect.poll(() => [isAlive(pid), groupLives(pid)]).toEqual([false, false])
  })
})
