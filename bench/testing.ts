import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join } from 'node:path'

import { installPacked } from '../scripts/build/packed.ts'
import type { Figure } from './figures.ts'
import type { Took, Worker } from './testing-child.ts'

const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 7)
const RESETS = 30
const WORKERS = 8

/** Measures `svcapp/testing` as users get it: starting a platform in a new process, resetting it to its seed after a test, and eight concurrent workers. */
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
  const rows: readonly (readonly [string, readonly Took[]])[] = [
    ['import of `svcapp/testing`', alone.map(({ imported }) => imported)],
    ['import and first `startPlatform()` of a process', alone.map(first)],
    ['a further `startPlatform()`', alone.map(({ again }) => again)],
    ['`reset()` where nothing happened', alone.flatMap(({ unchanged }) => unchanged)],
    ['`reset()` after an order, a closed region, a moved clock', resets(alone)],
    [`${WORKERS} workers at once: import and start`, together.map(first)],
    [`${WORKERS} workers at once: \`reset()\``, resets(together)],
  ]
  console.log('| testing | ms | of them with a processor |\n| --- | --- | --- |')
  for (const [what, took] of rows)
    console.log(`| ${what} | ${median(took, 'ms').toFixed(1)} | ${median(took, 'ownMs').toFixed(1)} |`)
  console.log(`\n${WORKERS} workers at once, ${RESETS} tests each: ${togetherMs.toFixed(0)} ms for all of it.`)
  return [
    {
      what: '`startPlatform()` with its import, processor time',
      value: median(alone.map(first), 'ownMs'),
      limit: 400,
      wanted: 'at most',
      unit: 'ms',
    },
    {
      what: '`platform.reset()`, processor time',
      value: median(resets(alone), 'ownMs'),
      limit: 10,
      wanted: 'at most',
      unit: 'ms',
    },
  ]
}

function first({ imported, started }: Worker): Took {
  return { ms: imported.ms + started.ms, ownMs: imported.ownMs + started.ownMs }
}

function resets(workers: readonly Worker[]): readonly Took[] {
  return workers.flatMap(({ changed }) => changed)
}

function median(took: readonly Took[], of: keyof Took): number {
  const values = took.map((one) => one[of]).toSorted((one, other) => one - other)
  return values[Math.floor(values.length / 2)] ?? NaN
}
