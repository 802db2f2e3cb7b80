import { expect, it } from 'vitest'

import ContextCommand from '../../src/commands/context.ts'
import type { Send } from '../../src/http/wire.ts'
import { openInstalls } from '../../src/project/installs.ts'
import { alteredAt } from '../support/altered.ts'
import { runCommand } from '../support/command/command.ts'
import { makeLive } from '../support/live/counting-live.ts'
import { makeInstalledPlatform, makePlatform } from '../support/platform.ts'
import { sendTo } from '../support/send.ts'

it('context shows the access of the token and updates the install record (CTX-001)', async () => {
  const platform = await makeInstalledPlatform()
  const { identity, app, paths, store } = platform
  const installs = openInstalls(paths)
  const [install] = installs.list({ identity, appKey: app.appKey })
  if (install === undefined) throw new Error('Nothing on record.')
  installs.put({ ...install, storeCode: null, regions: [] })

  const { stdout, error } = await runCommand(ContextCommand, [], platform.context())

  expect(error).toBeUndefined()
  expect(stdout).toContain(store.code)
  expect(installs.list({ identity, appKey: app.appKey })).toMatchObject([
    { storeCode: store.code, regions: [{ code: 'tr' }] },
  ])
  installs.close()
})

it('--json prints the platform’s body byte for byte (CTX-004)', async () => {
  const platform = await makeInstalledPlatform()

  const { stdout } = await runCommand(ContextCommand, ['--json'], platform.context())

  expect(stdout).toBe(await (await platform.made.api(platform.token, '/context')).text())
})

it.each<[string, unknown, RegExp]>([
  ['an empty object', {}, /documented shape: .*store/],
  ['a list', [], /instead of a JSON object/],
  ['regions as a text', { regions: 'all' }, /store/],
])('T22 an answer that is %s is an error with a code, and the record stays', async (_, body, message) => {
  const platform = await makeInstalledPlatform()
  const { identity, app, paths, made } = platform
  const installs = openInstalls(paths)
  const before = installs.list({ identity, appKey: app.appKey })
  const send = alteredAt('/api/apps/v1/context', sendTo(made.emulator), () => body)

  const { error, exit } = await runCommand(ContextCommand, [], platform.context({ send }))

  expect([exit, error?.code]).toEqual([12, 'api.bad-response'])
  expect(error?.message).toMatch(message)
  expect(installs.list({ identity, appKey: app.appKey })).toEqual(before)
  installs.close()
})

it('rejects an environment token with an empty context object, with a code (T22)', async () => {
  const platform = await makePlatform({ context: { env: { SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: 'svcapp_1_1_x' } } })
  const plain = sendTo(platform.made.emulator)
  const send: Send = async (request) =>
    request.url.pathname.endsWith('/context')
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
      : plain(request)
  await platform.credentials.set(
    { identity: platform.identity, appKey: platform.app.appKey, kind: 'token', storeId: 0, regionId: null },
    'svcapp_1_1_x',
  )

  const { error } = await runCommand(ContextCommand, [], platform.context({ send }))

  expect(error?.code).toBe('api.bad-response')
})

it('suggests install commands on the live platform without an install', async () => {
  const live = await makeLive()
  const env = { SVCAPP_TOKEN: undefined }

  const { error, exit } = await runCommand(ContextCommand, ['--target', 'live'], live.context({ env }))

  expect([exit, error?.code]).toEqual([4, 'install.unknown'])
  expect(error).toMatchObject({
    suggestions: [expect.stringContaining('SVCAPP_TOKEN'), expect.stringContaining('`app install --target live`')],
  })
})

it('suggests the install command on the live platform without the token of an install', async () => {
  const live = await makeLive()
  const platform = await makeInstalledPlatform()
  const context = live.context({ credentials: async () => platform.credentials, env: { SVCAPP_TOKEN: undefined } })
  const [installs, known] = [openInstalls(context.paths), openInstalls(platform.paths)]
  for (const install of known.listAll()) installs.put({ ...install, identity: live.origin })
  for (const one of [installs, known]) one.close()

  const { error } = await runCommand(ContextCommand, ['--target', 'live'], context)

  expect(error).toMatchObject({
    code: 'install.no-token',
    suggestions: [
      expect.stringContaining('SVCAPP_TOKEN'),
      'Otherwise, install again, which revokes the current token: `app install --target live`.',
    ],
  })
})
