import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import worker from '../src/worker.ts'
import { fakeD1 } from './support/test-db.ts'

const bindings = () => ({
  DB: fakeD1(),
  SVCAPP_APP_KEY: 'app.acme.test',
  SVCAPP_BASE_URL: 'https://api.example',
  SVCAPP_ADMIN_URL: 'https://admin.example',
  SVCAPP_CLIENT_ID: 'cli_test',
  SVCAPP_CLIENT_SECRET: `cs_${'1'.repeat(32)}`,
  SVCAPP_SIGNING_SECRET: '9f'.repeat(32),
  SVCAPP_TOKEN_KEY: '5e'.repeat(32),
})

/** A file and all of ours that it imports; packages and the runtime's own modules as they are named. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  if (!file.endsWith('.ts')) return seen
  for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'/g)) {
    reached(to.startsWith('.') ? join(file, '..', to) : to, seen)
  }
  return seen
}

test('an edge runtime can load all that the worker imports: nothing of it is of Node', () => {
  const names = [...reached(join(import.meta.dirname, '../src/worker.ts'))]

  assert.deepEqual(
    names.filter((name) => !name.endsWith('.ts')),
    ['hono'],
  )
  assert.ok(names.some((name) => name.endsWith('webhook-signature.ts')))
})

test('the worker answers with what the runtime hands over', async () => {
  const env = bindings()
  const ask = async (path: string, init?: RequestInit) =>
    (await worker.fetch(new Request(`https://app.example${path}`, init), env)).status

  assert.equal(await ask('/readyz'), 200)
  assert.equal(await ask('/webhooks', { method: 'POST', body: '{}' }), 401)
  assert.equal(await ask('/panel'), 401)
  assert.equal(await ask('/nowhere'), 404)
})

test('by the clock it forgets events that cannot come again', async () => {
  const env = bindings()
  const insert = env.DB.prepare('INSERT INTO events VALUES (?, ?, 1, NULL, ?)')
  await env.DB.batch([insert.bind('old', 'order.paid', '2020-01-01'), insert.bind('new', 'order.paid', '2999-01-01')])

  await worker.scheduled({}, env)

  const { results } = await env.DB.prepare('SELECT event_id FROM events').all()
  assert.deepEqual(
    results.map((row) => row['event_id']),
    ['new'],
  )
})
