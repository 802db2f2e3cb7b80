import { expect, it } from 'vitest'

import ContextCommand from '../../src/commands/context.ts'
import { openInstalls } from '../../src/project/installs.ts'
import { runCommand } from '../support/command.ts'
import { makeInstalledPlatform } from '../support/platform.ts'

it('CTX-001 context shows what the token can see and brings the record up to date', async () => {
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

it('CTX-004 --json prints the platform’s body byte for byte', async () => {
  const platform = await makeInstalledPlatform()

  const { stdout } = await runCommand(ContextCommand, ['--json'], platform.context())

  expect(stdout).toBe(await (await platform.world.api(platform.token, '/context')).text())
})
