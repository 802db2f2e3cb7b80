import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import Install from '../../../src/commands/install.ts'
import Register from '../../../src/commands/register.ts'
import Status from '../../../src/commands/status.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'

it('a further scope of a published registration ends status --check with 11 and needs a new consent, and the other registration is not affected', async () => {
  const live = await makeStandIn({ registration: { redirect_uris: ['https://app.example/auth/callback'] } })
  const { cwd, paths, context, install } = await live.makeDeveloper(
    '[webhooks]\nurl = "https://app.example/webhooks"\n',
  )
  const production = readFileSync(join(cwd, 'app.toml'), 'utf8')
  writeFileSync(join(cwd, 'app.production.toml'), production)
  writeFileSync(join(cwd, 'app.toml'), 'key = "app.acme.development"\nname = "Development"\n')
  const at = (registration: string | null, ask?: object) =>
    context({ paths: { ...paths, registration }, ...(ask && { ask }) })
  const yes = { confirm: async () => true, input: async () => '', secret: async () => '' }
  const registered = await runCommand(Register, [], at('production', yes))
  await install({}, 'production')
  await live.hands.control('POST', `/apps/${live.app.appKey}/status`, { status: 'published' })

  const released = await runCommand(Status, ['--check', '--json'], at('production'))
  const scopes = 'required = ["orders.read","products.read"'
  writeFileSync(join(cwd, 'app.production.toml'), production.replace(scopes, `${scopes},"customers.read"`))
  const changed = await runCommand(Status, ['--check', '--json'], at('production'))
  const unasked = await runCommand(Install, ['--paste'], at('production'))
  const other = await runCommand(Status, ['--check', '--json'], at(null))

  expect([registered.exit, released.exit]).toEqual([0, 0])
  expect(changed).toMatchObject({ exit: 11, error: { code: 'status.differs' } })
  expect(JSON.parse(changed.stdout)).toMatchObject({
    app_key: live.app.appKey,
    differs: ['requested_scopes'],
    missing_consents: [{ store: live.store.code, scopes: ['customers.read'] }],
    registrations: [
      { file: 'app.toml', key: 'app.acme.development', selected: false },
      { file: 'app.production.toml', key: live.app.appKey, selected: true },
    ],
  })
  expect(unasked.error).toMatchObject({ code: 'usage.missing' })
  expect(JSON.parse(other.stdout)).toMatchObject({
    app_key: 'app.acme.development',
    missing_consents: [],
    differs: null,
  })
})
