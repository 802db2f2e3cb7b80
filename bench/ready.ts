import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { installPacked } from '../scripts/build/packed.ts'
import type { Figure } from './figures.ts'

const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 7)

/** Prints the API address as one line of JSON, like the emulator. */
const bareServer = `require('node:http').createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1', function () {
  console.log(JSON.stringify({ api: 'http://127.0.0.1:' + this.address().port }))
})`

interface Homes {
  readonly small: string
  readonly large: string
}

/**
 * Measures the time from spawn to the first response for the published package, in turn with a bare
 * node:http server. The stores stay in `emulator` in each home.
 */
export async function readiness({ small, large }: Homes): Promise<Figure[]> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts')], { stdio: 'ignore' })
  const installed = installPacked({ isCold: false })
  const start = (home: string, seed: string) => {
    mkdirSync(home, { recursive: true })
    const argv = [installed.bin, 'emulator', 'start', '--port', '0', '--json', '--seed', seed]
    return untilAnswer(argv, { PATH: process.env['PATH'], HOME: home, SVCAPP_HOME: home })
  }
  try {
    const opened = { small: await start(small, 'small'), large: await start(large, 'large') }
    const there = { bare: [] as number[], small: [] as number[], large: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      there.bare.push(await untilAnswer(['-e', bareServer], {}))
      there.small.push(await start(small, 'small'))
      there.large.push(await start(large, 'large'))
    }
    const bare = median(there.bare)
    const rows: readonly (readonly [string, number])[] = [
      ['bare node:http server', bare],
      ['emulator, small seed opened', opened.small],
      ['emulator, small seed there', median(there.small)],
      ['emulator, large seed opened', opened.large],
      ['emulator, large seed there', median(there.large)],
    ]
    console.log('| ready: spawn to first answer | ms | x of bare |\n| --- | --- | --- |')
    for (const [what, ms] of rows) console.log(`| ${what} | ${ms.toFixed(0)} | ${(ms / bare).toFixed(1)}x |`)
    const ready = median(there.small) / bare
    return [
      { what: '`--seed large`, start to ready', value: opened.large / 1000, limit: 5, wanted: 'at most', unit: 's' },
      { what: 'emulator start, relative to a bare server', value: ready, limit: 3, wanted: 'at most', unit: 'x' },
    ]
  } finally {
    installed.remove()
  }
}

async function untilAnswer(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  // If the emulator fails to start, it exits and its output ends.
  let line = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    line += String(chunk)
    if (line.includes('\n')) break
  }
  const { api } = JSON.parse(line.split('\n')[0] ?? '') as { api?: string }
  if (api === undefined) throw new Error(`The emulator did not start: ${line}`)
  await (await fetch(api)).arrayBuffer()
  const ms = performance.now() - began
  child.kill('SIGTERM')
  await exited
  return ms
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}
