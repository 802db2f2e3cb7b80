import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openSqliteState } from '../src/state/state.ts'

const program = fileURLToPath(new URL('../src/dead-letters.ts', import.meta.url))

const env = {
  SVCAPP_APP_KEY: 'app.acme.test',
  SVCAPP_BASE_URL: 'http://127.0.0.1:4800',
  SVCAPP_ADMIN_URL: 'http://localhost:4801',
  SVCAPP_CLIENT_ID: 'cli_0123',
  SVCAPP_CLIENT_SECRET: 'cs_not-a-real-one',
  SVCAPP_SIGNING_SECRET: 'ab'.repeat(32),
  SVCAPP_TOKEN_KEY: 'cd'.repeat(32),
}

/** The program on a database with dead letters of two stores. */
async function onLetters(t: TestContext) {
  const cwd = mkdtempSync(join(tmpdir(), 'app-'))
  t.after(() => rmSync(cwd, { recursive: true }))
  const state = await openSqliteState(join(cwd, 'data/app.db'), () => {})
  for (const storeId of [1, 2]) {
    const job = { topic: 'order.paid', eventId: `evt-${storeId}`, storeId, regionId: 7, orderId: 55 } as const
    await state.db.transaction((sql) => state.queue.enqueue(sql, job))
  }
  await state.db.sql("UPDATE jobs SET dead_at = 1, reason = 'cannot be done now'")
  await state.close()
  return (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { cwd, env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
}

test('dead letters are listed, and made jobs again for one store or for all', async (t) => {
  const run = await onLetters(t)

  const listed = run()
  const events = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).eventId)

  assert.deepEqual(events, ['evt-1', 'evt-2'])
  assert.equal(run('redrive', '2').stdout, '1 dead letters are jobs again.\n')
  assert.equal(run('redrive').stdout, '1 dead letters are jobs again.\n')
  assert.equal(run().stdout, '')
})

test('what is no store, or no such word, changes nothing', async (t) => {
  const run = await onLetters(t)

  for (const words of [['redrive', 'demo'], ['redrive', ''], ['redrive', '1', '2'], ['list'], ['drop']]) {
    assert.deepEqual(run(...words), {
      status: 1,
      stdout: '',
      stderr: 'Use `npm run dead-letters`, or `npm run dead-letters -- redrive [store id]`.\n',
    })
  }
  assert.equal(run().stdout.trim().split('\n').length, 2)
})
