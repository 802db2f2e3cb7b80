import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import ScopesAudit from '../../../src/commands/scopes/audit.ts'
import { appendCall } from '../../../src/journal/calls/calls.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON } from '../../support/context.ts'

const toml = `key = "app.acme.loyalty"
name = "Loyalty"

[scopes]
# What the owner must give.
required = ["orders.read", "inventory.write", "links.read", "products.read"]
optional = ["customers.read", "shipping.provider"]

[webhooks]
topics = ["order.paid"]
`

type Calls = readonly (readonly [method: string, path: string, status: number, minutesAgo?: number])[]

function makeSession(calls: Calls) {
  const context = makeContext()
  const file = join(context.cwd, 'app.toml')
  writeFileSync(file, toml)
  const journal = openJournal({ path: context.paths.journalDb, appKey: 'app.acme.loyalty' })
  for (const [method, path, status, minutesAgo = 1] of calls) {
    const at = new Date(NOON.getTime() - minutesAgo * 60_000)
    appendCall(journal, { at, method, path: `/api/apps/v1${path}`, pin: null, status, ms: 1, note: null })
  }
  journal.close()
  return { file, cwd: context.cwd, audit: (...argv: string[]) => runCommand(ScopesAudit, argv, context) }
}

const session: Calls = [
  ['GET', '/orders?page=1', 200],
  ['GET', '/orders/41', 404],
  ['PUT', '/orders/41/costs', 403],
  ['GET', '/products', 200, 600],
  ['GET', '/context', 200],
  ['GET', '/nowhere', 404],
]

it('shows the needed, unneeded and missing scopes, and those that no call can show (SCOPE-004)', async () => {
  const { result } = await makeSession(session).audit()

  expect(result).toMatchObject({ calls: 6, written: false })
  const verdicts = Object.fromEntries((result?.scopes ?? []).map(({ scope, verdict }) => [scope, verdict]))
  expect(verdicts).toEqual({
    'orders.read': 'used',
    'orders.costs.write': 'missing',
    'products.read': 'used',
    'customers.read': 'unknown',
    'links.read': 'unknown',
    'inventory.write': 'unused',
    'shipping.provider': 'unknown',
  })
  expect(result?.scopes.find(({ scope }) => scope === 'orders.costs.write')).toMatchObject({
    requested: 'no',
    calls: 1,
    rejected: 1,
    reason: expect.stringContaining('403'),
  })
})

it('prints a patch that Git can apply, and --write makes the same change', async () => {
  const one = makeSession(session)
  const other = makeSession(session)

  const { result } = await one.audit()
  const { stderr } = await other.audit('--write')
  execFileSync('git', ['apply', '--unsafe-paths', '-p1'], { cwd: one.cwd, input: result?.patch ?? '' })

  expect(result?.patch).toContain('-required = ["orders.read", "inventory.write", "links.read", "products.read"]')
  expect(result?.patch).toContain('+required = ["orders.read", "links.read", "products.read", "orders.costs.write"]')
  expect(readFileSync(other.file, 'utf8')).toBe(readFileSync(one.file, 'utf8'))
  expect(readFileSync(other.file, 'utf8')).toContain('# What the owner must give.')
  expect(stderr).toContain('app register')
})

it('--since leaves out earlier calls, and changes nothing without any calls', async () => {
  const { result: late } = await makeSession(session).audit('--since', '2h')
  const empty = makeSession([])

  const { result, stderr } = await empty.audit('--write')

  expect(late?.scopes.find(({ scope }) => scope === 'products.read')).toMatchObject({ verdict: 'unused' })
  expect(result).toMatchObject({ calls: 0, patch: null, written: false })
  expect(stderr).toContain('no calls from this app')
  expect(readFileSync(empty.file, 'utf8')).toBe(toml)
})

it('a topic needs its scope even without calls', async () => {
  const { result } = await makeSession([['GET', '/products', 200]]).audit()

  expect(result?.scopes.find(({ scope }) => scope === 'orders.read')).toMatchObject({
    verdict: 'used',
    reason: expect.stringContaining('order.paid'),
  })
  expect(result?.scopes.find(({ scope }) => scope === 'customers.read')).toMatchObject({ verdict: 'unused' })
})
