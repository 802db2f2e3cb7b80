import { expect, it } from 'vitest'

import { scopeNames } from '../../../src/catalog/scopes.ts'
import { createRandom } from '../../../src/emulator/seed/random.ts'
import { recordFigures, type Figures } from '../../support/machine/figures.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { seed } from '../../support/machine/seed.ts'
import { operationAt, operations, type Operation } from './fuzz/document.ts'
import { requestFor, type FuzzRequest } from './fuzz/request.ts'
import { remember, type Pool } from './fuzz/values.ts'
import { makeShop } from './shop.ts'

const requests = Number(process.env['SVCAPP_FUZZ'] ?? (isLong ? 20_000 : 2000))

/** 600 a minute are allowed for each token. */
const REQUESTS_A_MINUTE = 500

interface Finding {
  readonly problem: string
  readonly request: string
  readonly answer: string
}

it(
  `T15 P24 no request makes the API fail or answer what its OpenAPI document does not say (${requests} requests, seed ${seed})`,
  { timeout: 1_800_000 },
  async () => {
    const shop = await makeShop()
    const wide = await shop.installWide({ requested_scopes: [...scopeNames] })
    const local = await shop.install({ requested_scopes: [...scopeNames] })
    const random = createRandom(seed)
    const pool: Pool = new Map()
    const findings: Finding[] = []
    const statuses = new Map<string, Map<number, number>>()
    const regionIds = shop.store.store.regions.map(({ id }) => id)

    for (let count = 0; count < requests; count++) {
      if (count % REQUESTS_A_MINUTE === 0) {
        shop.clock.advance(61_000)
        // Each minute with another generator of images: none, one that works, one that fails.
        const mediaGenerator = random.pick(['none', 'fake', 'failing'])
        await shop.control('PUT', '/settings', { mediaGenerator })
      }
      const operation = operations[count % operations.length]
      if (operation === undefined) continue
      const token = random.below(4) === 0 ? local.token : wide.token
      const made = requestFor(operation, { base: shop.urls.api, token, regionIds, source: { random, pool } })
      const request = requestOf(made)
      if (request === null) continue
      const response = await shop.emulator.fetch(request, { address: `10.0.${(count >> 8) & 255}.${count & 255}` })
      const text = await response.text()
      const meant = operationAt(made.method, new URL(request.url).pathname)
      const problem = problemOf(response, text, meant)
      if (problem !== null) findings.push(findingOf(problem, made, `${response.status} ${text.slice(0, 300)}`))
      tally(statuses, operation.id, response.status)
      if (response.status === 200) learn(pool, operation, JSON.parse(text))
    }

    const bugs = shop.context.registry.prepare("SELECT count(*) AS n FROM log WHERE code = 'api.bug'").get()
    recordFigures({ requests, ...statusCounts(statuses) })
    expect(distinct(findings)).toEqual([])
    expect(bugs).toEqual({ n: 0 })
    // Half of the requests are meant well: an operation that none of them gets through to would hardly be tried at all.
    const unreached = operations.filter(
      (operation) => isInReach(operation) && statuses.get(operation.id)?.has(200) !== true,
    )
    expect(unreached.map(({ id }) => id)).toEqual([])
  },
)

/** These need a code, a digest that is still fresh, or a product and evidence that fit each other: random values hardly find them. */
const beyondChance: readonly string[] = [
  'oauth.token',
  'categories.set-content',
  'reconciliation.adopt',
  'reconciliation.refresh-context',
  'reconciliation.regenerate-sku',
]

/** What the short run must get through to, too: lists. */
function isInReach({ id, method, path }: Operation): boolean {
  return isLong ? !beyondChance.includes(id) : method === 'GET' && !path.includes('{') && !path.endsWith('/delta')
}

function requestOf({ url, method, headers, body }: FuzzRequest): Request | null {
  try {
    return new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })
  } catch {
    // The web classes refuse it, so that no server ever sees it.
    return null
  }
}

function problemOf(response: Response, text: string, meant: Operation | null): string | null {
  const { status } = response
  if (meant === null)
    return status === 404 || status === 401 ? errorProblem(text) : `${status} for a path that is not documented`
  if (!meant.statuses.has(status)) return `${meant.id} answered ${status}, which is not documented`
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json'))
    return `${meant.id} ${status} is not JSON`
  const body = parsed(text)
  if (body === undefined) return `${meant.id} ${status} is not JSON`
  const misfit = meant.fits(status, body)
  if (misfit !== null) return `${meant.id} ${status} does not fit its schema: ${misfit}`
  return status === 200 ? null : errorProblem(text)
}

function errorProblem(text: string): string | null {
  const body = parsed(text) as { success?: unknown; message?: unknown } | undefined
  const isGood = body?.success === false && typeof body.message === 'string' && body.message !== ''
  return isGood ? null : 'an error without {success: false, message}'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** An id of an answer about orders is remembered as an id of orders, too; what one answer calls so, the next request calls otherwise. */
function learn(pool: Pool, { path }: Operation, body: unknown): void {
  remember(pool, body)
  const [, resource = ''] = /\/v1\/([\w-]+)/.exec(path) ?? []
  const rows = (body as { items?: unknown }).items ?? [body]
  for (const row of Array.isArray(rows) ? rows.slice(0, 20) : []) {
    const { id, key, categoryId, productId, contentDigest } = row as Readonly<Record<string, unknown>>
    remember(pool, { [`${resource}.id`]: id, [`${resource}.key`]: key, expectedCurrentDigest: contentDigest })
    if (resource === 'products') remember(pool, { productId: id, 'products.id': productId })
    if (resource === 'warehouses') remember(pool, { warehouseId: id })
    if (resource === 'categories') remember(pool, { categoryId: id, parentId: id, 'categories.id': categoryId })
  }
}

function findingOf(problem: string, { method, url, headers, body }: FuzzRequest, answer: string): Finding {
  const { Authorization: _, ...shown } = headers
  const sent = typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : ''
  return { problem, request: `${method} ${url.slice(0, 400)} ${JSON.stringify(shown)} ${sent.slice(0, 600)}`, answer }
}

/** One finding of each kind. */
function distinct(findings: readonly Finding[]): Finding[] {
  const kinds = new Map(findings.map((finding) => [finding.problem.replaceAll(/\d+/g, '#'), finding]))
  return [...kinds.values()]
}

function tally(statuses: Map<string, Map<number, number>>, id: string, status: number): void {
  const own = statuses.get(id) ?? new Map<number, number>()
  own.set(status, (own.get(status) ?? 0) + 1)
  statuses.set(id, own)
}

/** Returns how many responses had each status, by a name for the report. */
function statusCounts(statuses: ReadonlyMap<string, ReadonlyMap<number, number>>): Figures {
  const sums = new Map<number, number>()
  for (const [status, count] of [...statuses.values()].flatMap((seen) => [...seen]))
    sums.set(status, (sums.get(status) ?? 0) + count)
  return Object.fromEntries([...sums].map(([status, count]) => [`with ${status}`, count]))
}
