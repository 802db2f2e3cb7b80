import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { readConfig } from '../src/config.ts'
import { openSqlite } from '../src/state/sqlite.ts'
import { makeApp } from './support/make-app.ts'

const server = fileURLToPath(new URL('../src/server.ts', import.meta.url))

const environment = {
  PORT: '0',
  SVCAPP_APP_KEY: 'app.acme.test',
  SVCAPP_BASE_URL: 'http://127.0.0.1:4800',
  SVCAPP_ADMIN_URL: 'http://localhost:4801',
  SVCAPP_CLIENT_ID: 'cli_0123',
  SVCAPP_CLIENT_SECRET: 'cs_not-a-real-one',
  SVCAPP_SIGNING_SECRET: 'ab'.repeat(32),
  SVCAPP_TOKEN_KEY: 'cd'.repeat(32),
}

const folder = () => mkdtempSync(join(tmpdir(), 'app-'))

for (const name of Object.keys(environment).filter((one) => one !== 'PORT')) {
  test(`a start without ${name} ends with a sentence that names it and \`app env\``, () => {
    const { [name as keyof typeof environment]: _, ...env } = environment

    assert.throws(() => readConfig(env), {
      name: 'ConfigError',
      message: new RegExp(`^${name} is not set\\. .*app env[^\\n]*$`),
    })
  })
}

const wrong: [string, string][] = [
  ['SVCAPP_BASE_URL', 'http://example.com'],
  ['SVCAPP_CLIENT_ID', '0123'],
  ['SVCAPP_CLIENT_SECRET', 'planted-secret'],
  ['SVCAPP_SIGNING_SECRET', 'AB'.repeat(32)],
  ['PORT', 'eighty'],
  ['DATABASE_URL', 'mysql://root:planted@localhost/app'],
  ['DATABASE_URL', 'postgres://app:plan#ted@localhost/app'],
  ['FORMER_TOKEN_KEY', 'planted'],
]

for (const [name, value] of wrong) {
  test(`a wrong ${name} is refused, and its value is not shown`, () => {
    assert.throws(
      () => readConfig({ ...environment, [name]: value }),
      ({ message }: Error) => message.includes(name) && !message.includes(value),
    )
  })
}

test('the server listens, keeps its data to this user, prints no secret, is alone on its file and ends on SIGTERM', async () => {
  const cwd = folder()
  const child = spawn(process.execPath, [server], { cwd, env: environment })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  await once(child.stdout, 'data')
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []

  const healthy = await fetch(`${address}/healthz`)
  const ready = await fetch(`${address}/readyz`)
  const second = spawnSync(process.execPath, [server], { cwd, env: environment, encoding: 'utf8' })
  const worker = fileURLToPath(new URL('../src/worker.ts', import.meta.url))
  const apart = spawnSync(process.execPath, [worker], { cwd, env: environment, encoding: 'utf8' })
  child.kill('SIGTERM')
  const [exit] = await once(child, 'exit')

  assert.deepEqual(await healthy.json(), { ok: true })
  assert.deepEqual([ready.status, await ready.json()], [200, { ready: true }])
  assert.equal(second.status, 1)
  assert.match(second.stderr, /^Another process of this app works on data\/app\.db.*DATABASE_URL[^\n]*\n$/)
  assert.equal(apart.status, 1)
  assert.match(apart.stderr, /^DATABASE_URL is not set, and a SQLite file serves one process[^\n]*\n$/)
  assert.equal(exit, 0)
  assert.equal(statSync(join(cwd, 'data')).mode & 0o077, 0)
  assert.equal(statSync(join(cwd, 'data', 'app.db')).mode & 0o077, 0)
  for (const secret of [
    environment.SVCAPP_CLIENT_SECRET,
    environment.SVCAPP_SIGNING_SECRET,
    environment.SVCAPP_TOKEN_KEY,
  ]) {
    assert.ok(!output.includes(secret))
  }
  rmSync(cwd, { recursive: true })
})

test('a store name is text on the page and no markup', async (t) => {
  const { install, get } = await makeApp(t)
  await install({ store_name: '<script>alert(1)</script>' })

  assert.doesNotMatch(await (await get('/')).text(), /<script/)
})

test('a database of a newer version ends the start with a sentence', async (t) => {
  const cwd = folder()
  t.after(() => rmSync(cwd, { recursive: true }))
  const newer = await openSqlite(join(cwd, 'data/app.db'))
  await newer.sql('UPDATE schema_version SET version = 99')
  await newer.close()

  const { status, stderr } = spawnSync(process.execPath, [server], { cwd, env: environment, encoding: 'utf8' })

  assert.equal(status, 1)
  assert.match(stderr, /^The database has schema 99 and this app knows schema \d+[^\n]*\n$/)
})
