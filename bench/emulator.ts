import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Figure } from './figures.ts'
import { isInstalled } from './peers.ts'
import { readiness } from './ready.ts'

/** A number, not a duration: on a busy machine a second is not enough to warm up. */
const REQUESTS = process.env['SVCAPP_BENCH_REQUESTS'] ?? '5000'
const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 5)
const WARM_UP = 2
const file = (name: string) => join(import.meta.dirname, name)

function api(path: string): string {
  return `/api/apps/v1${path}`
}

interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly orderId: number
}

/** Measures the emulator under load and at rest, small and large, next to bare node:http over node:sqlite in the same run. */
export async function emulator(): Promise<Figure[]> {
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds of ${REQUESTS} requests\n`,
  )
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-bench-'))
  const homes = { small: join(dir, 'small'), large: join(dir, 'large') }
  const folders = { small: join(homes.small, 'emulator'), large: join(homes.large, 'emulator') }
  try {
    return [...(await readiness(homes)), ...(await throughput(folders)), ...(await walk(folders.large))]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Folders {
  readonly small: string
  readonly large: string
}

interface Servers {
  readonly bare: Served
  readonly small: Served
  readonly large: Served
}

async function throughput({ small, large }: Folders): Promise<Figure[]> {
  const servers: Servers = {
    bare: await serve('bare-child.ts', [join(large, 'stores', 'large.db')]),
    small: await serve('emulator-child.ts', [small, 'small']),
    large: await serve('emulator-child.ts', [large, 'large']),
  }
  const figures = [
    ...(await firstPages(servers)),
    ...(await besideJsonServer(servers.large)),
    ...(await farPages(servers.large)),
  ]
  for (const { child } of Object.values(servers)) child.disconnect()
  return figures
}

const FIRST_ORDERS = '/orders?pageSize=10'
const FIRST_PRODUCTS = '/products?pageSize=10'

async function firstPages({ bare, small, large }: Servers): Promise<Figure[]> {
  // The bare server reads and prints the same: one row, or a page of the same rows.
  const paths: readonly (readonly [name: string, (served: Served) => string, bare: string, least: number | null])[] = [
    ['GET /orders/{id}', ({ orderId }) => `/orders/${orderId}`, '/orders/40000', 0.6],
    ['GET /orders', () => FIRST_ORDERS, '/page/orders', 0.5],
    ['GET /orders?status=delivered', () => '/orders?status=delivered&pageSize=3', '/page/orders', null],
    ['GET /products', () => FIRST_PRODUCTS, '/page/products', 0.5],
  ]
  console.log(
    '\n| requests a second of the server | small | large | bare, the same rows | large / small | large / bare |\n| --- | --- | --- | --- | --- | --- |',
  )
  const figures: Figure[] = []
  for (const [name, path, barePath, limit] of paths) {
    const [ofBare = [], ofSmall = [], ofLarge = []] = await rounds([
      { served: bare, path: barePath },
      ...[small, large].map((served) => ({ served, path: api(path(served)) })),
    ])
    const value = ratio(ofLarge, ofBare)
    console.log(
      `| ${name} | ${median(ofSmall).toFixed(0)} | ${median(ofLarge).toFixed(0)} | ${median(ofBare).toFixed(0)} | ${ratio(ofLarge, ofSmall).toFixed(2)} | ${value.toFixed(2)} |`,
    )
    if (limit !== null)
      figures.push({ what: `${name}, rate relative to a bare server`, value, limit, wanted: 'at least', unit: 'x' })
  }
  return figures
}

/** Measures a comparable npm package with a thousand of the same rows. Skipped if npm cannot install it. */
async function besideJsonServer(large: Served): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-peer-'))
  try {
    if (!isInstalled(folder, 'json-server@0.17.4')) {
      console.log('\nLeft out: json-server, which npm could not install here.')
      return []
    }
    const peer = await serve('json-server-child.ts', [folder])
    const [ofPeer = [], ours = []] = await rounds([
      { served: peer, path: '/orders/500' },
      { served: large, path: api(`/orders/${large.orderId}`) },
    ])
    peer.child.disconnect()
    const value = ratio(ours, ofPeer)
    console.log(`\njson-server 0.17.4, GET /orders/{id}: ${median(ofPeer).toFixed(0)} requests a second of the server`)
    return [{ what: 'GET /orders/{id}, rate relative to json-server', value, limit: 3, wanted: 'at least', unit: 'x' }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function farPages(served: Served): Promise<Figure[]> {
  const far: readonly (readonly [string, string, string])[] = [
    ['GET /orders, far back', FIRST_ORDERS, `${FIRST_ORDERS}&page=1600`],
    ['GET /products, page 5000 of 10', FIRST_PRODUCTS, `${FIRST_PRODUCTS}&page=5000`],
    ['GET /products, page 9900 of 10', FIRST_PRODUCTS, `${FIRST_PRODUCTS}&page=9900`],
    ['GET /products?status=P, far back', FIRST_PRODUCTS, `${FIRST_PRODUCTS}&status=P&page=500`],
  ]
  console.log('\n| far back in the large store | requests/s | of the first page |\n| --- | --- | --- |')
  const shares: number[] = []
  for (const [name, first, path] of far) {
    const [ofFirst = [], ofFar = []] = await rounds([first, path].map((one) => ({ served, path: api(one) })))
    const share = ratio(ofFar, ofFirst)
    shares.push(share)
    console.log(`| ${name} | ${median(ofFar).toFixed(0)} | ${share.toFixed(2)} |`)
  }
  return [
    {
      what: 'slowest far page, rate relative to the first page',
      value: Math.min(...shares),
      limit: 0.9,
      wanted: 'at least',
      unit: 'x',
    },
  ]
}

/** Reads the whole catalog twice, in pages of a hundred, and measures the memory afterwards. */
async function walk(folder: string): Promise<Figure[]> {
  const served = await serve('emulator-child.ts', [folder, 'large'])
  const idle = (await usage(served.child)).mib
  const paths = Array.from({ length: 1000 }, (_, at) => `/api/apps/v1/products?pageSize=100&page=${at + 1}`)
  const first = await load(served.url, '1000', paths)
  const walked = (await usage(served.child)).mib
  await load(served.url, '1000', paths)
  const again = (await usage(served.child)).mib
  console.log('\n| memory with 100,000 products | MiB |\n| --- | --- |')
  console.log(`| at rest | ${idle.toFixed(0)} |`)
  console.log(`| after a walk of 1000 pages (${first.perSecond.toFixed(0)} pages/s) | ${walked.toFixed(0)} |`)
  console.log(`| after a second walk | ${again.toFixed(0)} |`)
  served.child.disconnect()
  return [
    {
      what: 'emulator memory after reading 100,000 products twice',
      value: again,
      limit: 200,
      wanted: 'at most',
      unit: 'MiB',
    },
  ]
}

async function serve(script: string, argv: readonly string[]): Promise<Served> {
  const child = fork(file(script), argv, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // Our own children send this first.
  const [{ url, orderId = 0 }] = (await once(child, 'message')) as [{ url: string; orderId?: number }]
  return { child, url, orderId }
}

interface Usage {
  readonly mib: number
  readonly cpuSeconds: number
}

async function usage(child: ChildProcess): Promise<Usage> {
  child.send('usage')
  const [{ rss, cpuSeconds }] = (await once(child, 'message')) as [{ rss: number; cpuSeconds: number }]
  return { mib: rss / 2 ** 20, cpuSeconds }
}

interface Asked {
  readonly served: Served
  readonly path: string
}

/**
 * Measures requests per second of the server's own processor time, one list per path, after warm-up rounds. Each round requests
 * all paths in turn, so that other load on the machine slows all of them. The ratio within one round is compared.
 */
async function rounds(asked: readonly Asked[]): Promise<number[][]> {
  const rates: number[][] = asked.map(() => [])
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [at, { served, path }] of asked.entries()) {
      const before = await usage(served.child)
      const { answered } = await load(served.url, REQUESTS, [path])
      const rate = answered / ((await usage(served.child)).cpuSeconds - before.cpuSeconds)
      if (round >= 0) rates[at]?.push(rate)
    }
  }
  return rates
}

/** Returns the median ratio of the rounds. */
function ratio(some: readonly number[], others: readonly number[]): number {
  return median(some.map((rate, round) => rate / (others[round] ?? NaN)))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}

const run = promisify(execFile)

async function load(
  url: string,
  requests: string,
  paths: readonly string[],
): Promise<{ answered: number; perSecond: number }> {
  const { stdout } = await run(process.execPath, [file('load-child.ts'), url, requests, ...paths], { maxBuffer: 1e6 })
  const { answered, refused, seconds } = JSON.parse(stdout) as { answered: number; refused: number; seconds: number }
  if (refused > 0) throw new Error(`${refused} of ${answered} requests for ${paths[0]} were refused.`)
  return { answered, perSecond: answered / seconds }
}
