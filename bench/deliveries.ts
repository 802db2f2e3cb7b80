import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Figure } from './figures.ts'

const EVENTS = Number(process.env['SVCAPP_BENCH_REQUESTS'] ?? 10_000)
const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 3)
/** Target of docs/performance.md, in deliveries per second. */
const LEAST = 6000

/** Measures the emulator's durable queue from a store's outbox to an app that verifies each delivery. All of them must arrive and be recorded. */
export async function deliveries(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-bench-'))
  const children: ChildProcess[] = []
  const start = (name: string, argv: readonly string[]): ChildProcess => {
    const child = fork(join(import.meta.dirname, name), argv, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    children.push(child)
    return child
  }
  try {
    const receiver = start('verifying-receiver-child.ts', [])
    const { port } = await heard<{ port: number }>(receiver)
    const queue = start('queue-child.ts', [join(dir, 'emulator'), String(port)])
    const { secret } = await heard<{ secret: string }>(queue)
    await asked(receiver, secret)
    const rates: number[] = []
    const ofProcessor: number[] = []
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const { seconds, cpuSeconds, delivered } = await asked<Round>(queue, EVENTS)
      const { seen, refused } = await asked<{ seen: number; refused: number }>(receiver, 'count')
      const sent = (round + 1) * EVENTS
      if (seen !== sent || delivered !== sent || refused > 0)
        throw new Error(`Of ${sent} events ${seen} arrived, ${delivered} are recorded, ${refused} were refused.`)
      if (round === 0) continue
      rates.push(EVENTS / seconds)
      ofProcessor.push(EVENTS / cpuSeconds)
    }
    const value = median(rates)
    console.log(`| ${EVENTS} events of 2 kB, ${ROUNDS} rounds, nothing lost | deliveries/s |\n| --- | --- |`)
    console.log(`| median | ${value.toFixed(0)} |\n| each round | ${rates.map((one) => one.toFixed(0)).join(', ')} |`)
    console.log(`| for each second of the queue's own processor time | ${median(ofProcessor).toFixed(0)} |`)
    return [{ what: 'delivery queue, with a verifying receiver', value, limit: LEAST, wanted: 'at least', unit: '/s' }]
  } finally {
    for (const child of children) child.disconnect()
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Round {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Total of all rounds so far. */
  readonly delivered: number
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}

async function asked<T>(child: ChildProcess, message: Serializable): Promise<T> {
  const answer = heard<T>(child)
  child.send(message)
  return answer
}

/** Returns the child's next message. Our own children define `T`. Rejects if the child exits first. */
async function heard<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController()
  const message = once(child, 'message', { signal: ended.signal })
  const end = (code: number | null) => ended.abort(new Error(`A process of the bench ended with ${code}.`))
  child.once('exit', end)
  try {
    return ((await message) as [T])[0]
  } finally {
    child.off('exit', end)
  }
}
