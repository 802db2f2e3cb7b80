import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { signingKey } from '../src/protocol/signing-key.ts'
import { webhookHeaders } from '../src/protocol/webhook-signature.ts'
import type { Figure } from './figures.ts'
import { randomHex, sendSpans, SPANS, TOKEN } from './send-spans.ts'

const SECRET = '5e'.repeat(32)
const DELIVERIES = Number(process.env['SVCAPP_BENCH_REQUESTS'] ?? 10_000)
const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 3)
/** Number of concurrent deliveries. */
const SENDERS = 64
/** Rate for measuring latency. */
const PER_SECOND = 200
const SECONDS = 10

const key = signingKey(SECRET)

/** Compares the gateway with a bare proxy that journals as durably, and its outbound side with a direct call, in the same run. */
export async function gateway(): Promise<Figure[]> {
  console.log(`Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}\n`)
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-bench-'))
  const children: ChildProcess[] = []
  try {
    const app = await start(children, 'receiver-child.ts', [])
    const front = await start(children, 'gateway-child.ts', [join(dir, 'journal.db'), String(app), SECRET])
    const proxy = await start(children, 'proxy-child.ts', [join(dir, 'proxy.db'), String(app)])
    const outbound = await start(children, 'outbound-child.ts', [join(dir, 'outbound.db'), String(app)])
    const traced = await startTraced(children, [join(dir, 'traced.db'), String(app), SECRET, TOKEN])
    const ports = { app, proxy, front, outbound, traced }
    return [...(await throughput(ports)), ...(await latency(ports)), ...(await calls(ports)), ...(await tracing(ports))]
  } finally {
    for (const child of children) child.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Ports {
  readonly app: number
  /** Port of the bare proxy. */
  readonly proxy: number
  readonly front: number
  readonly outbound: number
  /** A gateway that traces, and its outbound side, which receives spans. */
  readonly traced: { readonly front: number; readonly outbound: number }
}

async function throughput({ app, proxy, front }: Ports): Promise<Figure[]> {
  for (const port of [app, proxy, front]) await blast(port)
  const rounds: { direct: number; bare: number; through: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ direct: await blast(app), bare: await blast(proxy), through: await blast(front) })
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const [direct, bare, through] = [of((one) => one.direct), of((one) => one.bare), of((one) => one.through)]
  const value = of((one) => one.through / one.bare)
  console.log(`| ${SENDERS} senders, 2 kB, median of ${ROUNDS} | deliveries/s | of direct |\n| --- | --- | --- |`)
  console.log(`| straight to the app | ${direct.toFixed(0)} | 1.00 |`)
  console.log(`| bare proxy, the same FULL commits | ${bare.toFixed(0)} | ${(bare / direct).toFixed(2)} |`)
  console.log(
    `| gateway: verified, journaled (FULL), forwarded | ${through.toFixed(0)} | ${(through / direct).toFixed(2)} |`,
  )
  return [{ what: 'gateway, rate relative to a bare proxy', value, limit: 0.8, wanted: 'at least', unit: 'x' }]
}

async function latency({ app, proxy, front }: Ports): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
  const send = (port: number) => (at: number) => deliver(agent, port, `l-${port}-${at}`)
  const [direct = [], bare = [], through = []] = await pace([send(app), send(proxy), send(front)])
  agent.destroy()
  console.log(`\n| deliveries at ${PER_SECOND}/s, ms | p50 | p99 |\n| --- | --- | --- |`)
  row('straight to the app', direct)
  row('bare proxy, the same FULL commits', bare)
  row('through the gateway', through)
  const added = (q: number) => quantile(through, q) - quantile(bare, q)
  return [
    {
      what: 'gateway at 200/s, time added to that proxy, p50',
      value: added(0.5),
      limit: 1,
      wanted: 'at most',
      unit: 'ms',
    },
    {
      what: 'gateway at 200/s, time added to that proxy, p99',
      value: added(0.99),
      limit: 5,
      wanted: 'at most',
      unit: 'ms',
    },
  ]
}

/** Measures the app's API calls, direct and through the outbound side. */
async function calls({ app, outbound }: Ports): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
  const [direct = [], through = []] = await pace([() => call(agent, app), () => call(agent, outbound)])
  agent.destroy()
  console.log(`\n| calls at ${PER_SECOND}/s, ms | p50 | p99 |\n| --- | --- | --- |`)
  row('straight to the platform', direct)
  row('through the outbound side', through)
  const value = quantile(through, 0.5) - quantile(direct, 0.5)
  return [{ what: 'outbound side, time added to a call, p50', value, limit: 0.5, wanted: 'at most', unit: 'ms' }]
}

/** Compares deliveries and calls through a tracing gateway, while the app sends its spans, with one that does neither. */
async function tracing({ front, outbound, traced }: Ports): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
  await warm(agent, traced)
  const spans: Promise<void>[] = []
  const [plain = [], full = [], call0 = [], call1 = []] = await pace([
    (at) => deliver(agent, front, `p-${at}`),
    async (at) => {
      await deliver(agent, traced.front, `t-${at}`)
      // Runs later, because the delivery's time must not include the sender's work to create spans.
      setImmediate(() => spans.push(sendSpans(agent, traced.outbound)))
    },
    () => call(agent, outbound),
    () => call(agent, traced.outbound, { traceparent: `00-${randomHex(16)}-${randomHex(8)}-01` }),
  ])
  await nextTurn()
  await Promise.all(spans)
  agent.destroy()
  console.log(`\n| at ${PER_SECOND}/s, ms | p50 | p99 |\n| --- | --- | --- |`)
  row('delivery without a trace', plain)
  row(`delivery with one, ${SPANS} spans after it`, full)
  row('call without a trace', call0)
  row('call with one', call1)
  return [addedBy('a delivery', full, plain), addedBy('a call', call1, call0)]
}

/** Warms up the tracing gateway like the gateway without a trace, so that both run compiled code. */
async function warm(agent: Agent, traced: Ports['traced']): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) await blast(traced.front)
  await pace([() => call(agent, traced.outbound), () => sendSpans(agent, traced.outbound)])
}

function addedBy(what: string, values: readonly number[], base: readonly number[]): Figure {
  const value = quantile(values, 0.5) - quantile(base, 0.5)
  return { what: `trace and OTLP, time added to ${what}, p50`, value, limit: 0.2, wanted: 'at most', unit: 'ms' }
}

/** Sends all in turn at a steady pace, so that they run under the same conditions. Returns the milliseconds of each. The first tenth warms up. */
async function pace(sends: readonly ((at: number) => Promise<void>)[]): Promise<number[][]> {
  const times: number[][] = sends.map(() => [])
  const waiting: Promise<unknown>[] = []
  const startedAt = performance.now()
  const count = PER_SECOND * SECONDS
  for (let at = 0; at < count; at++) {
    const early = startedAt + (at * 1000) / PER_SECOND - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    const turn = at % sends.length
    const sentAt = performance.now()
    const sent = sends[turn]?.(at).then(() => at > count / 10 && times[turn]?.push(performance.now() - sentAt))
    waiting.push(Promise.resolve(sent))
  }
  await Promise.all(waiting)
  return times
}

function row(name: string, values: readonly number[] = []): void {
  console.log(`| ${name} | ${quantile(values, 0.5).toFixed(2)} | ${quantile(values, 0.99).toFixed(2)} |`)
}

/** Measures deliveries per second with all senders busy. */
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

function call(agent: Agent, port: number, more: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer bench', 'X-Region-Id': '1', ...more }
    const sent = request({ host: '127.0.0.1', port, path: '/api/apps/v1/orders', headers, agent }, (response) => {
      response.resume()
      response.once('end', resolve)
    })
    sent.once('error', reject)
    sent.end()
  })
}

async function startTraced(children: ChildProcess[], args: readonly string[]): Promise<Ports['traced']> {
  const [front = 0, outbound = 0] = (await startChild(children, 'traced-child.ts', args)).split(' ').map(Number)
  return { front, outbound }
}

async function start(children: ChildProcess[], name: string, args: readonly string[]): Promise<number> {
  return Number(await startChild(children, name, args))
}

async function startChild(children: ChildProcess[], name: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return line.toString()
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
