import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { processesUnder } from '../support/processes/left-behind.ts'

const root = join(import.meta.dirname, '..', '..')

interface Moment {
  /** What the demo has printed; null for its start. */
  readonly after: string | null
  readonly ms: number
  readonly signal: NodeJS.Signals
}

/** Every chapter, a little later each time, with both signals. */
const all: Moment[] = [
  { after: null, ms: 60, signal: 'SIGINT' },
  { after: null, ms: 150, signal: 'SIGINT' },
  { after: null, ms: 300, signal: 'SIGTERM' },
  { after: '1. Create', ms: 0, signal: 'SIGINT' },
  { after: '1. Create', ms: 300, signal: 'SIGINT' },
  { after: '1. Create', ms: 900, signal: 'SIGTERM' },
  { after: '1. Create', ms: 2000, signal: 'SIGINT' },
  { after: '2. Run it', ms: 0, signal: 'SIGINT' },
  { after: '2. Run it', ms: 100, signal: 'SIGTERM' },
  { after: '2. Run it', ms: 400, signal: 'SIGINT' },
  { after: '2. Run it', ms: 900, signal: 'SIGINT' },
  { after: '2. Run it', ms: 1600, signal: 'SIGHUP' },
  { after: '3. A customer', ms: 0, signal: 'SIGINT' },
  { after: '3. A customer', ms: 200, signal: 'SIGINT' },
  { after: '3. A customer', ms: 600, signal: 'SIGTERM' },
  { after: '4. Call', ms: 0, signal: 'SIGINT' },
  { after: '4. Call', ms: 200, signal: 'SIGTERM' },
  { after: '5. Send', ms: 0, signal: 'SIGINT' },
  { after: '5. Send', ms: 400, signal: 'SIGINT' },
  { after: '6. Open any', ms: 0, signal: 'SIGINT' },
]

const moments = isLong ? all : all.filter((_, at) => [4, 9, 19].includes(at))

describe('the demo', () => {
  it.each(moments)('leaves no process and no folder on $signal $ms ms after $after (P15)', async (moment) => {
    const temp = mkdtempSync(join(tmpdir(), 'svcapp-demo-test-'))
    onTestFinished(() => rmSync(temp, { recursive: true, force: true }))
    const cache = join(temp, 'cache')
    mkdirSync(cache)

    const { code, by, said } = await interrupted(temp, moment)

    // Before its first line the demo has created nothing, and the signal may end it. After its last chapter it exits without a signal.
    const usual = said.includes('6. Open any') ? [0, 130] : [130]
    if (moment.after !== null || by !== moment.signal) expect(usual).toContain(code)
    expect(readdirSync(temp)).toEqual(['cache'])
    // A watchdog exits after the process that it watched.
    await expect.poll(() => processesUnder(temp)).toEqual([])
  })
})

async function interrupted(temp: string, { after, ms, signal }: Moment) {
  const child = spawn(process.execPath, [join(root, 'scripts/demo.ts')], {
    cwd: root,
    env: { ...process.env, TMPDIR: temp, NODE_COMPILE_CACHE: join(temp, 'cache'), NO_COLOR: '1', BROWSER: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'close')
  let said = ''
  const heard = new Promise<void>((resolve) => {
    if (after === null) resolve()
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (after !== null && said.includes(after)) resolve()
      })
    }
  })
  await Promise.race([heard, exit])
  await new Promise((resolve) => setTimeout(resolve, ms))
  child.kill(signal)
  const [code, by] = (await exit) as [number | null, NodeJS.Signals | null]
  return { code, by, said }
}
