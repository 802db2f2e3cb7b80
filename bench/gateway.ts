import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { signingKey } from '../src/protocol/signing-key.ts'
import { webhookHeaders } from '../src/protocol/webhook-signature.ts'

const SECRET = '5e'.repeat(32)
const DELIVERIES = Number(process.env['SVCAPP_BENCH_REQUESTS'] ?? 10_000)
const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 3)
/** Deliveries that are on their way at one time. */
const SENDERS = 64
/** For the latency at a steady pace. */
const PER_SECOND = 200
const SECONDS = 10

const key = signingKey(SECRET)

/** What the gateway costs beside a direct request in the same run, and how many deliveries a second it makes durable (BENCH.md section 1). */
export async function gateway(): Promise<void> {
  console.log(`Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}\n`)
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-bench-'))
  const children: ChildProcess[] = []
  try {
    const app = await start(children, 'receiver-child.ts', [])
    const front = await start(children, 'gateway-child.ts', [join(dir, 'journal.db'), String(app), SECRET])
    await throughput({ app, front })
    await latency({ app, front })
  } finally {
    for (const child of children) child.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Ports {
  readonly app: number
  readonly front: number
}

async function throughput({ app, front }: Ports): Promise<void> {
  await blast(app)
  await blast(front)
  const rounds: { direct: number; through: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ direct: await blast(app), through: await blast(front) })
  const direct = median(rounds.map((round) => round.direct))
  const through = median(rounds.map((round) => round.through))
  console.log(
    `| ${SENDERS} senders, 2 kB, median of ${ROUNDS} | deliveries/s | of direct | target |\n| --- | --- | --- | --- |`,
  )
  console.log(`| straight to the app | ${direct.toFixed(0)} | 1.00 | |`)
  console.log(
    `| verified, journaled (FULL), forwarded | ${through.toFixed(0)} | ${(through / direct).toFixed(2)} | >= 4,000/s |\n`,
  )
}

async function latency({ app, front }: Ports): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
  const times = { direct: [] as number[], through: [] as number[] }
  const waiting: Promise<unknown>[] = []
  const startedAt = performance.now()
  for (let at = 0; at < PER_SECOND * SECONDS; at++) {
    const due = startedAt + (at * 1000) / PER_SECOND
    const early = due - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    // In turns, so that both meet the same machine.
    const [port, into] = at % 2 === 0 ? [app, times.direct] : [front, times.through]
    const sentAt = performance.now()
    waiting.push(deliver(agent, port, `l-${at}`).then(() => into.push(performance.now() - sentAt)))
  }
  await Promise.all(waiting)
  agent.destroy()
  console.log(`| at ${PER_SECOND}/s, ms | p50 | p99 | target |\n| --- | --- | --- | --- |`)
  row('straight to the app', times.direct)
  row('through the gateway', times.through)
  const added = (q: number) => (quantile(times.through, q) - quantile(times.direct, q)).toFixed(2)
  console.log(`| added | ${added(0.5)} | ${added(0.99)} | <= 1 p50, <= 5 p99 |`)
}

function row(name: string, values: readonly number[]): void {
  console.log(`| ${name} | ${quantile(values, 0.5).toFixed(2)} | ${quantile(values, 0.99).toFixed(2)} | |`)
}

/** Deliveries a second with all senders busy. */
async function blast(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
  let next = 0
  const startedAt = performance.now()
  const sender = async () => {
    while (next < DELIVERIES) await deliver(agent, port, `b-${startedAt}-${next++}`)
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return DELIVERIES / seconds
}

async function deliver(agent: Agent, port: number, eventId: string): Promise<void> {
  const body = Buffer.from(JSON.stringify({ eventId, storeId: 1, regionId: 1, data: { text: 'x'.repeat(1900) } }))
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.byteLength,
    ...webhookHeaders({ key, topic: 'order.created', storeId: 1, timestamp, body }),
  }
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/webhooks', headers, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
  if (status !== 204) throw new Error(`A delivery was answered with ${status}.`)
}

async function start(children: ChildProcess[], name: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return Number(line.toString())
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
