import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Case {
  readonly name: string
  /** Program to run. By default, Node. */
  readonly file?: string
  /** Returns script and arguments for Node by run number (a scaffold needs a fresh folder each time). */
  readonly argv: (run: number) => readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Whether to stop the clock at the first byte of stdout instead of the exit. */
  readonly untilFirstByte?: boolean
}

export interface Timing {
  readonly name: string
  /** Median of all rounds. */
  readonly ms: number
  /** Fastest of all rounds. On a busy machine this is more reliable than the median. */
  readonly fastestMs: number
  /** Peak memory of one extra run. */
  readonly peakMiB: number
  /** Nonzero exit codes. A row with any measures a failure. */
  readonly failures: readonly (number | null)[]
}

/** Runs all cases in turn in each round, so that changes of the machine's speed affect each equally. The first round warms caches and is not counted. */
export async function measure(cases: readonly Case[], rounds: number): Promise<Timing[]> {
  const times = cases.map(() => [] as number[])
  const failures = cases.map(() => new Set<number | null>())
  for (let round = 0; round <= rounds; round++) {
    for (const [at, one] of cases.entries()) {
      const { ms, exit } = await once(one, round)
      if (exit !== 0) failures[at]?.add(exit)
      if (round > 0) times[at]?.push(ms)
    }
  }
  return cases.map((one, at) => ({
    name: one.name,
    ms: median(times[at] ?? []),
    fastestMs: Math.min(...(times[at] ?? [])),
    peakMiB: peakMiB(one, rounds + 1),
    failures: [...(failures[at] ?? [])],
  }))
}

function once(
  { file = process.execPath, argv, env, cwd, untilFirstByte = false }: Case,
  run: number,
): Promise<{ ms: number; exit: number | null }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let firstByteAt: number | undefined
    const child = spawn(file, argv(run), { env, cwd, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.on('data', () => (firstByteAt ??= performance.now()))
    child.on('error', reject)
    child.on('close', (exit) => {
      const endedAt = untilFirstByte ? (firstByteAt ?? performance.now()) : performance.now()
      resolve({ ms: endedAt - startedAt, exit })
    })
  })
}

/** The process itself reads its peak memory on exit, in kB: on Linux the high-water mark since `exec`, elsewhere Node's value. */
const reportPeak = `
  process.on('exit', () => {
    const fs = require('fs')
    let kB = process.resourceUsage().maxRSS
    try { kB = /VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1] } catch {}
    fs.writeSync(2, '\\nPEAK ' + kB)
  })`

function peakMiB({ file, argv, env, cwd }: Case, run: number): number {
  // Only Node can report it.
  if (file !== undefined) return NaN
  const hook = join(cwd, 'report-peak.cjs')
  writeFileSync(hook, reportPeak)
  const { stderr } = spawnSync(process.execPath, ['--require', hook, ...argv(run)], { env, cwd, encoding: 'utf8' })
  return Number(/PEAK (\d+)/.exec(stderr)?.[1] ?? NaN) / 1024
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
