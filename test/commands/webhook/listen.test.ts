import { expect, it, onTestFinished } from 'vitest'

import WebhookListen from '../../../src/commands/webhook/listen.ts'
import { appendDelivery, listDeliveries } from '../../../src/journal/deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { makeApp } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { someDelivery } from '../../support/delivery.ts'
import { makeDevProject, type DevProject } from '../../support/dev/dev-project.ts'
import { makeProject } from '../../support/project.ts'
import { freePorts, runCli, type DevRun } from '../../support/run-cli.ts'

async function succeed(project: DevProject, ...argv: string[]): Promise<DevRun> {
  const run = runCli(project, argv)
  expect(await run.ended, run.stderr()).toBe(0)
  return run
}

/** An emulator that runs, the app registered and installed by the command line's own listener: no app process anywhere. */
async function makeInstalled(): Promise<DevProject> {
  const project = await makeDevProject()
  const emulator = runCli(project, ['emulator', 'start', '--port', '0', '--json'])
  await expect.poll(() => emulator.stdout()).toContain('ready')
  await succeed(project, 'register')
  await succeed(project, 'store', 'open')
  await succeed(project, 'install', '--approve')
  return project
}

const events = (run: DevRun, name: string) => run.events().filter(({ event }) => event === name)

it('receives, verifies and journals without an app, replays later, and restores the address', async () => {
  const project = await makeInstalled()
  const run = runCli(project, ['webhook', 'listen', '--port', '0', '--ndjson'])
  await expect.poll(() => events(run, 'registered').length).toBe(1)

  await succeed(project, 'emulator', 'order', 'place')
  await expect.poll(() => events(run, 'delivery').length).toBe(1)
  run.child.kill('SIGINT')
  const exit = await run.ended

  expect(exit).toBe(130)
  expect(events(run, 'delivery')[0]).toMatchObject({ topic: 'order.created', status: 200, outcome: 'forwarded' })
  expect(events(run, 'delivery')[0]).not.toHaveProperty('appMs')
  expect(events(run, 'delivery')[0]?.['at']).toMatch(/^\d{4}-\d\d-\d\dT/)
  const list = await succeed(project, 'webhook', 'list', '--json')
  expect(JSON.parse(list.stdout())).toMatchObject({
    deliveries: [{ topic: 'order.created', state: 'delivered', target: 'emulator' }],
  })
  const cleaned = await succeed(project, 'dev', '--cleanup')
  expect(cleaned.stdout()).toContain('Nothing to restore.')
})

it('leaves deliveries and test events of a running app dev with its gateway', async () => {
  const project = await makeDevProject()
  const dev = runCli(project, ['dev', '--approve', '--yes', '--ndjson', ...freePorts])
  await expect.poll(() => events(dev, 'installed').length).toBe(1)

  const run = runCli(project, ['webhook', 'listen', '--port', '0', '--json'])
  expect(await run.ended).toBe(3)
  await succeed(project, 'emulator', 'order', 'place')

  expect(run.stdout()).toContain('"code":"dev.already-running"')
  await expect.poll(() => events(dev, 'delivery').length).toBe(1)

  const beside = runCli(project, ['webhook', 'listen', '--no-register', '--port', '0', '--ndjson'])
  await expect.poll(() => events(beside, 'listening').length).toBe(1)
  await succeed(project, 'webhook', 'trigger', 'order.created')
  await expect.poll(() => events(dev, 'delivery').length).toBe(2)
  expect(events(beside, 'delivery')).toEqual([])
  beside.child.kill('SIGINT')
  expect(await beside.ended).toBe(130)
  await succeed(project, 'webhook', 'trigger', 'order.created')
  await expect.poll(() => events(dev, 'delivery').length).toBe(3)
  dev.child.kill('SIGINT')
  expect(await dev.ended).toBe(130)
})

it('forwards to any address on this machine, and returns its response', async () => {
  const project = await makeInstalled()
  const other = await makeApp((_, response) => void response.writeHead(418).end())
  const to = `http://127.0.0.1:${other.port}/hooks/in?x=1`
  const run = runCli(project, ['webhook', 'listen', '--port', '0', '--ndjson', '--forward-to', to])
  await expect.poll(() => events(run, 'registered').length).toBe(1)

  await succeed(project, 'emulator', 'order', 'place')
  await expect.poll(() => events(run, 'delivery').length).toBe(1)
  run.child.kill('SIGTERM')
  await run.ended

  expect(events(run, 'delivery')[0]).toMatchObject({ status: 418, outcome: 'forwarded' })
  expect(other.seen[0]?.target).toBe('/hooks/in?x=1')
  expect(other.seen[0]?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
})

it('removes deliveries older than two weeks from the journal', async () => {
  const stop = new AbortController()
  const { context } = makeProject({
    env: { SVCAPP_SIGNING_SECRET: '5e'.repeat(32), SVCAPP_TARGET: 'emulator' },
    interrupted: stop.signal,
  })
  const journal = openJournal({ path: context.paths.journalDb, appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  const before = (days: number) => new Date(NOON.getTime() - days * 24 * 3_600_000)
  for (const days of [13, 15]) appendDelivery(journal, someDelivery({ eventId: `e-${days}`, receivedAt: before(days) }))

  const run = runCommand(WebhookListen, ['--no-register', '--port', '0'], context)
  await expect.poll(() => listDeliveries(journal).map(({ eventId }) => eventId)).toEqual(['e-13'])
  stop.abort()

  expect((await run).exit).toBe(130)
})

it('sends nothing to an address outside this machine (T34)', async () => {
  const project = await makeDevProject()

  const { exit, error } = await runCommand(
    WebhookListen,
    ['--forward-to', 'http://169.254.169.254/', '--target', 'live'],
    makeContext({ cwd: project.dir, env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: '5e'.repeat(32) } }),
  )

  expect(exit).not.toBe(0)
  expect(['webhook.bad-address', 'project.live-incomplete']).toContain(error?.code)
})
