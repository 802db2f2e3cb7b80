import { rmSync } from 'node:fs'

import { expect, it } from 'vitest'

import ContextCommand from '../../../src/commands/context.ts'
import Install from '../../../src/commands/install.ts'
import TokenForget from '../../../src/commands/token/forget.ts'
import TokenList from '../../../src/commands/token/list.ts'
import TokenShow from '../../../src/commands/token/show.ts'
import Uninstall from '../../../src/commands/uninstall.ts'
import { openInstalls } from '../../../src/project/installs.ts'
import { runCommand } from '../../support/command.ts'
import { makePlatform } from '../../support/platform.ts'

async function makeInstalled() {
  const platform = await makePlatform()
  const { error } = await runCommand(Install, ['--approve'], platform.context())
  if (error !== undefined) throw error
  const { identity, app, store } = platform
  const key = {
    identity,
    appKey: app.appKey,
    kind: 'token',
    storeId: store.store.id,
    regionId: store.store.regions[0]?.id ?? null,
  } as const
  const token = (await platform.credentials.get(key)) ?? ''
  return { ...platform, key, token }
}

it('GEN-003 EXCH-023 token list shows where tokens are kept and never a token', async () => {
  const platform = await makeInstalled()
  const { token, store } = platform

  const words = await runCommand(TokenList, [], platform.context())
  const json = await runCommand(TokenList, ['--json'], platform.context())

  expect(words.stdout).toContain(store.code)
  expect(words.stdout).toContain('memory')
  expect(JSON.parse(json.stdout)).toMatchObject({
    tokens: [{ storeCode: store.code, regionCode: 'tr', installScope: 'region' }],
  })
  for (const text of [words.stdout, words.stderr, json.stdout, json.stderr]) expect(text).not.toContain(token)
})

it('says that there are no tokens', async () => {
  const platform = await makePlatform()

  expect((await runCommand(TokenList, [], platform.context())).stdout).toBe('No tokens.\n')
})

it('TOK-009 token show masks the token unless it is asked to reveal it, while the emulator is down', async () => {
  const platform = await makeInstalled()
  const { token } = platform
  rmSync(platform.paths.runFile)

  const masked = await runCommand(TokenShow, ['--json'], platform.context())
  const whole = await runCommand(TokenShow, ['--reveal', '--json'], platform.context())

  expect(masked.error).toBeUndefined()
  expect(masked.stdout).not.toContain(token)
  expect(JSON.parse(whole.stdout)).toMatchObject({ token, revealed: true })
})

it('TOK-017 token forget asks first, and says that only a new install helps', async () => {
  const platform = await makeInstalled()
  const asked: string[] = []
  const no = platform.context({ ask: { confirm: async ({ message }) => asked.push(message) < 0 } })

  const kept = await runCommand(TokenForget, [], no)
  const nobody = await runCommand(TokenForget, [], platform.context())

  expect([kept.exit, nobody.exit]).toEqual([130, 2])
  expect(asked[0]).toContain('Only a new install gives another')
  expect(await platform.credentials.get(platform.key)).toBe(platform.token)
})

it('token forget --yes takes token and record away', async () => {
  const platform = await makeInstalled()

  const { result } = await runCommand(TokenForget, ['--yes'], platform.context())

  expect(result).toMatchObject({ forgotten: true })
  expect(await platform.credentials.get(platform.key)).toBeNull()
  expect((await runCommand(TokenShow, [], platform.context())).error).toMatchObject({ code: 'install.unknown' })
})

it('TOK-013 uninstall revokes the token on the emulator and forgets it here', async () => {
  const platform = await makeInstalled()

  const { result, error } = await runCommand(Uninstall, [], platform.context())

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ removed: 1 })
  expect((await platform.world.api(platform.token, '/context')).status).toBe(401)
  expect(await platform.credentials.get(platform.key)).toBeNull()
})

it('CTX-001 context shows what the token can see and brings the record up to date', async () => {
  const platform = await makeInstalled()
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
