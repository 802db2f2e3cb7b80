import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'

const program = join(import.meta.dirname, 'waiting-command.ts')

/** Starts the waiting command and answers once it waits. */
async function start(manner: string, argv: readonly string[] = []) {
  const child = spawn(process.execPath, [program, manner, ...argv], {
    env: { PATH: process.env['PATH'], HOME: '/nowhere' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)))
  const ended = new Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>(
    (resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, ...output }))
    },
  )
  while (!output.stderr.includes('ready')) await sleep(10)
  return { child, ended, output }
}

describe('an interruption', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops a command on %s with exit code 130 and one short line (P15)',
    async (signal) => {
      const { child, ended } = await start('gives-up')

      child.kill(signal)

      expect(await ended).toEqual({ code: 130, signal: null, stdout: '', stderr: 'ready\nInterrupted.\n' })
    },
  )

  it('prints an error document with --json (P15)', async () => {
    const { child, ended } = await start('gives-up', ['--json'])

    child.kill('SIGINT')

    const { code, stdout } = await ended
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'cli.interrupted' } })
  })

  it('lets a command stop in its own way, and counts a duplicated Ctrl-C as one (P15)', async () => {
    // It sends both signals to itself: two of one kind that wait at the same time would arrive as one.
    const { ended } = await start('tidy')

    expect(await ended).toMatchObject({ code: 0, stderr: 'ready\ntidied up after SIGINT\n' })
  })

  it('stops immediately on the second Ctrl-C (P15)', async () => {
    const { child, ended, output } = await start('stubborn')

    child.kill('SIGINT')
    await expect.poll(() => output.stderr).toContain('interrupted')
    // One press counts once for 200 ms from where the command has seen it.
    await sleep(250)
    const startedAt = performance.now()
    child.kill('SIGINT')

    expect(await ended).toMatchObject({ code: 130, stderr: 'ready\ninterrupted\n' })
    // Sooner than a process that does not end is ended.
    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(1900))
  })

  it('stops a command that ignores interruptions by the signal (P15)', async () => {
    const { child, ended } = await start('deaf')

    child.kill('SIGINT')

    expect(await ended).toMatchObject({ code: null, signal: 'SIGINT' })
  })

  it('also occurs, without output, when the reader of stdout closes', async () => {
    const { child, ended } = await start('floods')

    child.stdout.destroy()

    const { code, stderr } = await ended
    // The reader has what it wanted: that is not a failure.
    expect(code).toBe(0)
    expect(stderr).toBe('ready\n')
  })

  it.runIf(isLong)('stops a command that is still running after 5 s (P15)', async () => {
    const { child, ended } = await start('stubborn')
    const startedAt = performance.now()

    child.kill('SIGINT')

    expect(await ended).toMatchObject({ code: 130 })
    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(5_000))
  })
})
