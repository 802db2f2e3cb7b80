import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import Install from '../../../src/commands/install.ts'
import LiveAllow from '../../../src/commands/live/allow.ts'
import Register from '../../../src/commands/register.ts'
import Status from '../../../src/commands/status.ts'
import { writeRunFile } from '../../../src/control/run-file.ts'
import { keyOfRow } from '../../../src/credentials/credentials.ts'
import { appendDelivery, listDeliveries } from '../../../src/journal/deliveries.ts'
import { withState } from '../../../src/project/installs.ts'
import { withJournal } from '../../../src/tasks/journal/project-journal.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { someDelivery } from '../../support/delivery.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'
import { sendTo } from '../../support/send.ts'

const DEVELOPMENT = 'app.acme.development'

type Developer = Awaited<ReturnType<Awaited<ReturnType<typeof makeStandIn>>['makeDeveloper']>>

/** Another emulator, which the folder's commands use without --target, with the development registration in a store. */
async function installDevelopment({ cwd, paths, credentials }: Developer) {
  const { emulator, urls, clock, openStore } = makeEmulator()
  const { id } = emulator.context
  mkdirSync(dirname(paths.runFile), { recursive: true })
  const run = { id, pid: process.pid, urls, controlToken: emulator.controlToken, startedAt: clock.now().toISOString() }
  writeRunFile(paths, run)
  const tools = { cwd, paths, credentials: async () => credentials, now: clock.now, send: sendTo(emulator) }
  const context = () => makeContext(tools)
  await runCommand(Register, [], context())
  await openStore({ appKey: DEVELOPMENT })
  return { context, installed: await runCommand(Install, ['--approve'], context()) }
}

/** What this machine has of one registration. */
async function stateOf({ paths, credentials }: Developer, appKey: string) {
  const rows = (await credentials.list()).filter((row) => row.appKey === appKey)
  const secrets = await Promise.all(rows.map((row) => credentials.stored(keyOfRow(row, String(row.identity)))))
  const journal = await withJournal({ paths }, appKey, listDeliveries)
  const allowed = withState(paths, (db) => db.prepare('SELECT * FROM live_allowances').all())
  return { secrets, journal, lock: allowed.filter(({ origin }) => String(origin).endsWith(` ${appKey}`)) }
}

it('status --check exits with 11 after a new scope, which requires consent and affects no other registration', async () => {
  const live = await makeStandIn({ registration: { redirect_uris: ['https://app.example/auth/callback'] } })
  const developer = await live.makeDeveloper('[webhooks]\nurl = "https://app.example/webhooks"\n')
  const { cwd, paths, context, install } = developer
  const production = readFileSync(join(cwd, 'app.toml'), 'utf8')
  writeFileSync(join(cwd, 'app.production.toml'), production)
  const shared = `key = "${DEVELOPMENT}"\nname = "Development"\nredirect_uris = ["http://127.0.0.1:3000/auth/callback"]\n`
  writeFileSync(join(cwd, 'app.toml'), `${shared}[scopes]\nrequired = ["orders.read"]\n`)
  const development = await installDevelopment(developer)
  const at = (registration: string | null, ask?: object) =>
    context({ paths: { ...paths, registration }, ...(ask && { ask }) })
  const yes = { confirm: async () => true, select: async () => 'same', input: async () => '', secret: async () => '' }
  const registered = await runCommand(Register, [], at('production', yes))
  await install({}, 'production')
  await live.hands.control('POST', `/apps/${live.app.appKey}/status`, { status: 'published' })

  for (const appKey of [DEVELOPMENT, live.app.appKey])
    await withJournal({ paths }, appKey, (journal) => appendDelivery(journal, someDelivery({ eventId: appKey })))
  const before = [await stateOf(developer, DEVELOPMENT), await stateOf(developer, live.app.appKey)]

  const released = await runCommand(Status, ['--check', '--json'], at('production'))
  const scopes = 'required = ["orders.read","products.read"'
  writeFileSync(join(cwd, 'app.production.toml'), production.replace(scopes, `${scopes},"customers.read"`))
  const changed = await runCommand(Status, ['--check', '--json'], at('production'))
  const unasked = await runCommand(Install, ['--paste'], at('production'))
  const other = await runCommand(Status, ['--check', '--json'], at(null))

  // The owner's side, then the consent that was missing.
  const { requested_scopes: held, redirect_uris } = live.app.app
  await live.hands.registerApp({ redirect_uris, requested_scopes: [...held, 'customers.read'] })
  const consented = await install({}, 'production')
  const host = { input: async () => new URL(live.origins.api).host }
  const allowed = await runCommand(LiveAllow, [], at('production', host))
  const onEmulator = await runCommand(Status, ['--check', '--json'], development.context())
  const after = [await stateOf(developer, DEVELOPMENT), await stateOf(developer, live.app.appKey)]

  expect([registered.exit, released.exit, development.installed.exit]).toEqual([0, 0, 0])
  expect(consented.result).toMatchObject({ scopes: expect.arrayContaining(['customers.read']) as string[] })
  expect([allowed.exit, onEmulator.exit]).toEqual([0, 0])
  expect(after[0]).toEqual(before[0])
  expect(before[0]?.journal.map(({ eventId }) => eventId)).toEqual([DEVELOPMENT])
  expect(after[1]?.journal).toEqual(before[1]?.journal)
  expect(after[1]?.secrets).not.toEqual(before[1]?.secrets)
  expect(after.map((state) => state.lock.length)).toEqual([0, 1])
  expect(changed).toMatchObject({ exit: 11, error: { code: 'status.differs' } })
  expect(JSON.parse(changed.stdout)).toMatchObject({
    app_key: live.app.appKey,
    differs: ['requested_scopes'],
    missingConsents: [{ store: live.store.code, scopes: ['customers.read'] }],
    registrations: [
      { file: 'app.toml', key: 'app.acme.development', selected: false },
      { file: 'app.production.toml', key: live.app.appKey, selected: true },
    ],
  })
  expect(unasked.error).toMatchObject({ code: 'usage.missing' })
  expect(JSON.parse(other.stdout)).toMatchObject({
    app_key: 'app.acme.development',
    missingConsents: [],
    differs: null,
  })
})
