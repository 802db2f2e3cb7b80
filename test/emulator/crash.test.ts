import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import { expect, it, onTestFinished } from 'vitest'

import { createControlClient } from '../../src/control/control-client.ts'
import { readRunFile } from '../../src/control/run-file.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'
import { makePaths, nodeSend, serve } from '../support/served.ts'

const program = fileURLToPath(new URL('../support/processes/emulator-process.ts', import.meta.url))

/** The emulator in a separate process, ready to serve. */
async function start(paths: ReturnType<typeof makePaths>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, paths.emulatorDir, paths.runFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  expect(line).toBe('ready')
  return child
}

function client(paths: ReturnType<typeof makePaths>) {
  const run = readRunFile(paths)
  if (run === null) throw new Error('No run file.')
  return { run, control: createControlClient({ send: nodeSend, url: run.urls.portal, token: run.controlToken }) }
}

/** A code for app.acme.loyalty in the store's home region, by the real form. */
async function newCode(paths: ReturnType<typeof makePaths>): Promise<string> {
  const { run, control } = client(paths)
  const post = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const signIn = await nodeSend({
    method: 'GET',
    url: new URL(await control.signInUrl({ store: 'demo' })),
    headers: {},
    redirects: 'answer',
  })
  const headers = { Cookie: (signIn.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
  const address = new URL('/admin/plugins/install/app.acme.loyalty', run.urls.admin)
  const page = Buffer.from((await nodeSend({ method: 'GET', url: address, headers })).body).toString()
  const formToken = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = `form_token=${formToken}&scope=orders.read`
  const approved = await nodeSend({
    method: 'POST',
    url: new URL(`${address.pathname}/approve`, run.urls.admin),
    headers: { ...headers, ...post },
    body,
    redirects: 'answer',
  })
  return new URL(approved.headers['location'] ?? '').searchParams.get('code') ?? ''
}

const rounds = isLong ? 60 : 3

it('kill -9 during an exchange commits all of it or nothing, and a response that was sent stays valid (P3 INST-081)', async () => {
  const paths = makePaths()
  let child = await start(paths)
  const { secrets } = await client(paths).control.register({
    key: 'app.acme.loyalty',
    name: 'Loyalty',
    requested_scopes: ['orders.read'],
    redirect_uris: ['http://127.0.0.1:3000/cb'],
    webhook_url: 'http://127.0.0.1:9/in',
    webhook_topics: ['order.paid'],
  })
  await client(paths).control.openStore({ name: 'Demo', appKey: 'app.acme.loyalty', seed: 'none' })

  for (let round = 0; round < rounds; round++) {
    const code = await newCode(paths)
    const { run } = client(paths)
    const body = JSON.stringify({ clientId: secrets?.client_id, clientSecret: secrets?.client_secret, code })
    const url = new URL('/api/apps/oauth/token', run.urls.api)
    const answer = nodeSend({ method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body }).catch(
      () => null,
    )
    await new Promise((resolve) => setTimeout(resolve, round % 6))
    child.kill('SIGKILL')
    await once(child, 'exit')

    const given = await answer
    const db = new DatabaseSync(join(paths.emulatorDir, 'registry.db'))
    const digest = createHash('sha256').update(code).digest('hex')
    const used = db.prepare('SELECT used_at FROM codes WHERE digest = ?').get(digest)?.['used_at'] !== null
    const living = (sql: string) => Number(db.prepare(sql).get()?.['n'])
    const tokens = living('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL')
    const installs = living('SELECT count(*) AS n FROM installs WHERE removed_at IS NULL')
    const subscriptions = living('SELECT count(*) AS n FROM subscriptions WHERE removed_at IS NULL')
    const everUsed = living('SELECT count(*) AS n FROM codes WHERE used_at IS NOT NULL')
    expect([tokens, installs, subscriptions]).toEqual(everUsed === 0 ? [0, 0, 0] : [1, 1, 1])
    expect(living('SELECT count(*) AS n FROM tokens')).toBe(everUsed)
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    if (given?.status === 200) {
      const { access_token: token } = JSON.parse(Buffer.from(given.body).toString()) as { access_token: string }
      const kept = db
        .prepare('SELECT revoked_at FROM tokens WHERE digest = ?')
        .get(createHash('sha256').update(token).digest('hex'))
      expect([used, kept]).toEqual([true, { revoked_at: null }])
    }
    db.close()
    child = await start(paths)
  }
  recordFigures({ kills: rounds, partial: 0 })
  expect((await client(paths).control.status()).apps).toBe(1)
})

it('kill -9 leaves the folder free immediately, and the old run file is ignored (P14)', async () => {
  const paths = makePaths()
  const child = await start(paths)
  await expect(serve({ paths })).rejects.toMatchObject({
    code: 'emulator.already-running',
    details: { pid: child.pid },
  })

  child.kill('SIGKILL')
  await once(child, 'exit')

  expect(readRunFile(paths)).toBeNull()
  const { control } = await serve({ paths })
  expect((await control.status()).pid).toBe(process.pid)
})
