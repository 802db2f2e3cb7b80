import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join } from 'node:path'

import { installPacked } from '../scripts/build/packed.ts'
import type { Figure } from './figures.ts'

const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 7)
const RESETS = 30
const WORKERS = 8

interface Worker {
  readonly importMs: number
  readonly startMs: number
  /** A further platform in the same process. */
  readonly secondMs: number
  readonly unchanged: readonly number[]
  readonly changed: readonly number[]
}

/** `svcapp/testing` as users get it: a platform started in a new process, back to its seed after a test, and eight workers at once. */
export async function testing(): Promise<Figure[]> {
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds\n`,
  )
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts')], { stdio: 'ignore' })
  const installed = installPacked({ isCold: false })
  const file = join(dirname(dirname(installed.bin)), 'dist/testing/testing.js')
  try {
    const alone: Worker[] = []
    for (let round = 0; round < ROUNDS; round++) alone.push(await work(file))
    const began = performance.now()
    const together = await Promise.all(Array.from({ length: WORKERS }, () => work(file)))
    const togetherMs = performance.now() - began
    return figuresOf(alone, together, togetherMs)
  } finally {
    installed.remove()
  }
}

async function work(file: string): Promise<Worker> {
  const argv = [file, String(RESETS)]
  const child = fork(join(import.meta.dirname, 'testing-child.ts'), argv, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // What testing-child.ts sends.
  const [told] = (await once(child, 'message')) as [Worker]
  await once(child, 'exit')
  return told
}

function figuresOf(alone: readonly Worker[], together: readonly Worker[], togetherMs: number): Figure[] {
  const first = (workers: readonly Worker[]) => median(workers.map(({ importMs, startMs }) => importMs + startMs))
  const resets = (workers: readonly Worker[]) => workers.flatMap(({ changed }) => changed)
  const rows: readonly (readonly [string, number])[] = [
    ['import of `svcapp/testing`', median(alone.map(({ importMs }) => importMs))],
    ['import and first `startPlatform()` of a process', first(alone)],
    ['a further `startPlatform()`', median(alone.map(({ secondMs }) => secondMs))],
    ['`reset()` where nothing happened', median(alone.flatMap(({ unchanged }) => unchanged))],
    ['`reset()` after an order, a closed region, a moved clock', median(resets(alone))],
    ['the same, 95th of 100', at(resets(alone), 0.95)],
    [`${WORKERS} workers at once: import and start`, first(together)],
    [`${WORKERS} workers at once: \`reset()\``, median(resets(together))],
    [`${WORKERS} workers at once, ${RESETS} tests each, all of it`, togetherMs],
  ]
  console.log('| testing | ms |\n| --- | --- |')
  for (const [what, ms] of rows) console.log(`| ${what} | ${ms.toFixed(1)} |`)
  return [
    { what: '`startPlatform()`, import included', value: first(alone), limit: 400, wanted: 'at most', unit: 'ms' },
    { what: '`platform.reset()`', value: median(resets(alone)), limit: 10, wanted: 'at most', unit: 'ms' },
  ]
}

function median(values: readonly number[]): number {
  return at(values, 0.5)
}

function at(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? NaN
}
