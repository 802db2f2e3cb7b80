import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import Doctor from '../../../src/commands/doctor.ts'
import { appendAttempt } from '../../../src/journal/attempts.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { addDelivery, APP } from '../../inspector/fixture.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'

/** Each in another place; none of them may be in a bundle, nor the half of it. */
const planted = {
  clientSecret: `cs_${'f1a6f1a6'.repeat(8)}`,
  signingSecret: 'deadfa11'.repeat(8),
  token: `svcapp_1001_7_${'0ddba11e'.repeat(8)}`,
  tokenOfTheEnvironment: `svcapp_1002_8_${'ca11ab1e'.repeat(8)}`,
  passphrase: 'canary-passphrase-4711-xyzzy',
  code: 'c0dec0de'.repeat(8),
  embedToken: `eyJhbGciOiJub25lIn0canary.${'e3bed000'.repeat(8)}`,
  argument: 'hunter2-argument',
  comment: 'hunter3-comment',
  query: 'hunter4-query',
  person: 'Ayşe Canary',
  email: 'ayse.canary@example.org',
  phone: '+90 532 111 22 33',
  street: 'Kanarya Sokak 12',
  answer: 'hunter5-answer',
  topic: 'order.hunter6',
  search: 'hunter7-search',
  header: 'hunter8-header',
}

async function makeLeaky() {
  const { clientSecret, token, passphrase, tokenOfTheEnvironment } = planted
  const toml = `# ${planted.comment}
${plainAppToml.replace('[scopes]', `redirect_uris = ["http://127.0.0.1:3000/auth/callback?x=${planted.query}"]\n[scopes]`)}
[dev]
command = ["/home/ayse/bin/node", "--password=${planted.argument}", "src/main.ts"]
`
  const made = makeProject({
    appToml: toml,
    env: { HOME: '/home/ayse', SVCAPP_TOKEN: tokenOfTheEnvironment, SVCAPP_PASSPHRASE: passphrase },
  })
  const credentials = await made.context.credentials({ isEmulator: true })
  const app = { identity: 'emulator:test', appKey: APP }
  await credentials.set({ ...app, kind: 'client-secret' }, clientSecret)
  await credentials.set({ ...app, kind: 'signing-secret' }, planted.signingSecret)
  await credentials.set({ ...app, kind: 'token', storeId: 1001, regionId: 7 }, token)
  const journal = openJournal({ path: made.context.paths.journalDb, appKey: APP })
  onTestFinished(() => journal.close())
  const { code, embedToken, person, email, phone, street, topic } = planted
  const body = JSON.stringify({ eventId: 'e-1', customer: { person, email, phone, street }, code, embedToken })
  const headers = { 'x-own': planted.header }
  const id = addDelivery(journal, { text: body, topic, headers, status: 500 })
  const attempt = { deliveryId: id, at: new Date(), status: 500, ms: 1, answer: planted.answer }
  appendAttempt(journal, { ...attempt, error: `${email} ${code}` })
  const call = journal.db.prepare(
    'INSERT INTO calls (at, app_key, method, path, status, ms, note) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  call.run('2026-11-21T11:00:00Z', APP, 'GET', `/api/apps/v1/orders?search=${planted.search}`, 403, 1, null)
  call.run('2026-11-21T11:00:01Z', APP, 'GET', `/elsewhere/${planted.search}/${token}`, 404, 1, planted.email)
  return made
}

describe('app doctor --bundle', () => {
  it('contains no secrets or personal data, and lists its contents (T35)', async () => {
    const { context, cwd } = await makeLeaky()

    const { stderr } = await runCommand(Doctor, ['--bundle', 'support.json'], context)

    const path = join(cwd, 'support.json')
    const bundle = readFileSync(path, 'utf8')
    const document = JSON.parse(bundle) as Record<string, unknown>
    const found = Object.entries(planted).filter(
      ([, text]) => bundle.includes(text) || bundle.includes(text.slice(-12)),
    )
    expect(found).toEqual([])
    expect(bundle).not.toContain('/home/ayse')
    expect(stderr).toContain(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(document).toMatchObject({
      about: [expect.stringContaining('Read it before you share it'), expect.any(String), expect.any(String)],
      environment: expect.arrayContaining(['SVCAPP_PASSPHRASE', 'SVCAPP_TOKEN']),
      doctor: { counts: expect.any(Object), checks: expect.any(Array) },
      appToml: { key: APP, dev: { program: 'node', arguments: 2 } },
      journal: {
        deliveries: [{ topic: 'other', state: 'failed', count: 1 }],
        lastFailedTries: [{ error: 'other' }, { status: 500 }],
        lastFailedCalls: [{ endpoint: 'another path' }, { endpoint: 'orders.list', status: 403 }],
      },
    })
  })

  it('overwrites no file', async () => {
    const { context, cwd } = makeProject()
    writeFileSync(join(cwd, 'precious'), 'precious')

    const { exit, error } = await runCommand(Doctor, ['--bundle', 'precious'], context)

    expect([exit, error?.code, readFileSync(join(cwd, 'precious'), 'utf8')]).toEqual([2, 'usage.invalid', 'precious'])
  })

  it('writes nothing through a linked folder (T20)', async () => {
    const { context, cwd } = makeProject()
    const elsewhere = makeContext().cwd
    symlinkSync(elsewhere, join(cwd, 'link'))

    const { exit, error } = await runCommand(Doctor, ['--bundle', 'link/bundle.json'], context)

    expect([exit, error?.code, readdirSync(elsewhere)]).toEqual([3, 'storage.symlink', []])
    expect(error?.suggestions).toEqual(['Specify a file in another folder with --bundle.'])
  })

  it('is also created without a project, and reports a path that cannot be written', async () => {
    const context = makeContext()

    const none = await runCommand(Doctor, ['--bundle', 'no/such/folder/bundle.json'], context)
    const made = await runCommand(Doctor, ['--bundle', 'bundle.json', '--json'], context)

    expect([none.exit, none.error?.code]).toEqual([3, 'storage.unwritable'])
    expect([made.exit, JSON.parse(made.stdout)]).toMatchObject([0, { counts: { failed: 0 } }])
    expect(JSON.parse(readFileSync(join(context.cwd, 'bundle.json'), 'utf8'))).toMatchObject({ appToml: null })
  })
})
