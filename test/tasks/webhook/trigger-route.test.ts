import { Buffer } from 'node:buffer'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import WebhookTrigger from '../../../src/commands/webhook/trigger.ts'
import { noteSession } from '../../../src/dev/notes/session-note.ts'
import { startGateway } from '../../../src/gateway/server.ts'
import { findDeliveries } from '../../../src/journal/find-deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { makeApp, type Answer } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { makeDevProject } from '../../support/dev/dev-project.ts'

const SECRET = '5e'.repeat(32)

/** A project whose app runs, and the gateway in front of it as `app dev` has it. */
async function makeSession(answer?: Answer) {
  const project = await makeDevProject()
  const app = await makeApp(answer, project.port)
  const context = makeContext({
    cwd: project.dir,
    env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET },
    now: () => new Date(),
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  })
  const loaded = loadProject({ cwd: project.dir })
  const journal = openJournal({ path: context.paths.journalDb, appKey: loaded.config.key })
  onTestFinished(() => journal.close())
  const probe = { path: '/.svcapp-probe/abc', answer: 'it-is-me' }
  const gateway = await startGateway({
    port: 0,
    appPort: () => project.port,
    webhookPath: loaded.config.webhooks.path,
    key: () => signingKey(SECRET),
    journal,
    now: () => new Date(),
    clock: () => performance.now(),
    onDelivery: () => {},
    probe,
  })
  onTestFinished(gateway.close)
  const ends: (() => Promise<void> | void)[] = []
  const note = { command: 'app dev', target: 'emulator', gateway: gateway.url, probe } as const
  noteSession({ tools: context, options: { project: loaded }, atEnd: (end) => ends.push(end) }, note)
  const trigger = (...argv: string[]) => runCommand(WebhookTrigger, ['order.paid', ...argv], { ...context })
  return { app, context, journal, gateway, trigger, end: async () => Promise.all(ends.map(async (end) => end())) }
}

it('uses the gateway of the running session, so that the journal has the event, and reports it', async () => {
  const { app, journal, trigger } = await makeSession()

  const { exit, stdout, stderr } = await trigger('--json')

  const [row] = findDeliveries(journal)
  expect([exit, app.seen.length, row?.state]).toEqual([0, 1, 'delivered'])
  expect(JSON.parse(stdout)).toMatchObject({ eventId: row?.eventId, status: 200, via: 'gateway' })
  expect(row?.eventId).toMatch(/^test:/)
  expect(stderr).toContain('through the gateway of `app dev`')
})

it('uses the path of the running session if webhooks.path has changed since it started', async () => {
  const { context, journal, trigger } = await makeSession()
  const file = join(context.cwd, 'app.toml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('[webhooks]', '[webhooks]\npath = "/other"'))

  const { exit } = await trigger()

  expect([loadProject({ cwd: context.cwd }).config.webhooks.path, exit]).toEqual(['/other', 0])
  expect(findDeliveries(journal)).toMatchObject([{ state: 'delivered' }])
})

it.each([
  [['--direct'], /--direct/, 0],
  [['--bad-signature'], /rejects a wrong signature itself/, 10],
  [['--age', '6m'], /rejects a wrong timestamp itself/, 10],
  [['--duplicate'], /second copy/, 0],
])('%j goes directly to the app and reports why (T11)', async (flags, why, expected) => {
  const { app, journal, trigger } = await makeSession()

  const { exit, stderr } = await trigger(...flags)

  expect([exit, findDeliveries(journal)]).toEqual([expected, []])
  expect(app.seen.length).toBeGreaterThan(0)
  expect(stderr).toMatch(why)
})

it('a rejection by the app through the gateway exits with 10 and is in the journal', async () => {
  const { journal, trigger } = await makeSession((_, response) => void response.writeHead(422).end('no such order'))

  const { exit, error } = await trigger()

  expect([exit, error?.code]).toEqual([10, 'webhook.rejected'])
  expect(error?.message).toBe('The app rejected order.paid with 422. Response: no such order')
  expect(findDeliveries(journal)).toMatchObject([{ state: 'failed', lastStatus: 422 }])
})

it('an app that is not running also exits with 8 through the gateway', async () => {
  const { app, trigger } = await makeSession()
  await app.close()

  const { exit, error } = await trigger()

  expect([exit, error?.code]).toEqual([8, 'net.unreachable'])
  expect(error?.message).toContain('the app is not listening')
})

it('the gateway rejects a known eventId with different bytes, and reports it (P4)', async () => {
  const { app, trigger } = await makeSession()
  await trigger('--event-id', 'mine')

  const { exit, error } = await trigger('--event-id', 'mine', '--set', 'data.x=1')

  expect([exit, error?.code, app.seen.length]).toEqual([10, 'webhook.rejected', 1])
  expect(error?.message).toContain('this event was not forwarded')
})

it('goes directly to the app after the session has stopped or was killed, and reports it', async () => {
  const killed = await makeSession()
  await killed.gateway.close()
  const ended = await makeSession()
  await ended.end()

  for (const { trigger, app } of [killed, ended]) {
    const { exit, stderr } = await trigger()
    expect([exit, app.seen.length]).toEqual([0, 1])
    expect(stderr).toContain('neither `app dev` nor `app webhook listen` is running')
  }
})

it('another program on the port of a killed session receives nothing', async () => {
  const { context, gateway, trigger } = await makeSession()
  await gateway.close()
  const stranger = await makeApp(undefined, gateway.port)

  await trigger()

  // The question for the one answer that only the session knows, and no event.
  expect(stranger.seen.every(({ body }) => Buffer.from(body).byteLength === 0)).toBe(true)
  const folder = join(context.paths.home, 'dev')
  const note = readdirSync(folder).find((name) => name.endsWith('.session.json')) ?? ''
  expect(statSync(join(folder, note)).mode & 0o777).toBe(0o600)
})
