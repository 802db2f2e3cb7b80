import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'

import { installPacked, type Installed } from '../scripts/build/packed.ts'
import type { Figure } from './figures.ts'
import { prepareMainJob, type MainJob } from './main-job.ts'
import { measure, type Case, type Timing } from './measure.ts'
import { installPeers } from './peers.ts'

const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 21)

/** Maximum of each (docs/performance.md), as a multiple of `node -e 0`. */
const targets: Readonly<Record<string, number>> = {
  '--version': 1.15,
  '--help': 1.4,
  'emulator --help': 1.4,
  'call orders list --help': 1.4,
  'token list': 1.7,
  __complete: 1.4,
  'call orders list, first byte': 2.4,
}
const MOST_MIB = 60

/** Generates the start-up table for the published package: built, packed, installed, and measured next to bare Node in one run. */
export async function startup(): Promise<Figure[]> {
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds\n`,
  )
  // Builds in a separate process, because forking from a large process would add milliseconds to every measured start.
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts')], { stdio: 'ignore' })
  const installed = installPacked({ isCold: true })
  const job = await prepareMainJob({ bin: installed.bin, dir: installed.dir })
  const peers = installPeers(installed.dir)
  try {
    const timings = await measure([...casesOf(installed, job), ...peers.cases], ROUNDS)
    print(timings)
    printInstall(installed)
    for (const line of peers.leftOut) console.log(line)
    if (job.problem !== null) console.log(`\nLeft out, because the main job did not get that far: ${job.problem}`)
    return figuresOf(timings, installed)
  } finally {
    job.stop()
    installed.remove()
  }
}

/** What fish passes to complete a command's flags. */
const typed = { SVCAPP_COMPLETE_WORDS: 'call\norders\nlist', SVCAPP_COMPLETE_CURRENT: '--' }

function casesOf({ bin, dir }: Installed, { project, env }: MainJob): Case[] {
  const cwd = project ?? dir
  const app = (...argv: string[]): Case => ({ name: argv.join(' '), argv: () => [bin, ...argv], env, cwd })
  const call = app('call', 'orders', 'list', '--region', 'tr', '--page-size', '1', '--json')
  const scaffold = (run: number) => [
    'init',
    'app.acme.scaffold',
    '--yes',
    '--no-install',
    '--dir',
    join(dir, `run-${run}`),
  ]
  const needsProject: Case[] = [
    { ...call, name: 'call orders list, first byte', untilFirstByte: true },
    { name: 'init --no-install', argv: (run) => [bin, ...scaffold(run)], env, cwd: dir },
  ]
  return [
    { name: 'node -e 0', argv: () => ['-e', '0'], env, cwd },
    app('--version'),
    app('--help'),
    app('emulator', '--help'),
    app('call', 'orders', 'list', '--help'),
    app('token', 'list'),
    { ...app('__complete', 'fish'), name: '__complete', env: { ...env, ...typed } },
    ...(project === null ? [] : needsProject),
  ]
}

function figuresOf(timings: readonly Timing[], { tarballBytes, packages, seconds }: Installed): Figure[] {
  const bare = timings[0]?.ms ?? NaN
  const ours = timings.filter(({ name }) => targets[name] !== undefined)
  return [
    ...ours.map(({ name, ms }): Figure => {
      return { what: `\`app ${name}\``, value: ms / bare, limit: targets[name] ?? NaN, wanted: 'at most', unit: 'x' }
    }),
    {
      what: 'peak memory of these commands',
      value: Math.max(...ours.map(({ peakMiB }) => peakMiB)),
      limit: MOST_MIB,
      wanted: 'at most',
      unit: 'MiB',
    },
    { what: 'packed size', value: tarballBytes / 1e6, limit: 1.5, wanted: 'at most', unit: 'MB' },
    { what: 'packages', value: packages, limit: 3, wanted: 'at most', unit: '' },
    { what: 'cold install', value: seconds, limit: 2.5, wanted: 'at most', unit: 's' },
  ]
}

function print(timings: readonly Timing[]): void {
  const [bare] = timings
  const times = (of: (timing: Timing) => number, timing: Timing) =>
    `${(of(timing) / (bare ? of(bare) : NaN)).toFixed(2)}x`
  console.log('| what | ms | x of bare node | target | fastest | peak MiB |\n| --- | --- | --- | --- | --- | --- |')
  for (const timing of timings) {
    const { name, ms, peakMiB, failures } = timing
    const target = targets[name] === undefined ? '' : `<= ${targets[name]}x`
    const note = failures.length === 0 ? '' : ` FAILED with exit ${failures.join(', ')}`
    const [ratio, fastest] = [times((one) => one.ms, timing), times((one) => one.fastestMs, timing)]
    const peak = Number.isNaN(peakMiB) ? '' : peakMiB.toFixed(0)
    console.log(`| ${name}${note} | ${ms.toFixed(1)} | ${ratio} | ${target} | ${fastest} | ${peak} |`)
  }
}

function printInstall({ bytes, tarballBytes, packages, seconds }: Installed): void {
  const [size, packed] = [bytes, tarballBytes].map((one) => (one / 1e6).toFixed(1))
  console.log('\n| packed | installed | packages | cold install |\n| --- | --- | --- | --- |')
  console.log(`| ${packed} MB | ${size} MB | ${packages} | ${seconds.toFixed(1)} s |\n`)
}
