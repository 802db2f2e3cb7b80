import { rmSync } from 'node:fs'

import { expect, it } from 'vitest'

import TokenDelete from '../../../src/commands/token/delete.ts'
import TokenList from '../../../src/commands/token/list.ts'
import TokenShow from '../../../src/commands/token/show.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeInstalledPlatform, makePlatform } from '../../support/platform.ts'

it('token list shows where tokens are stored and never a token (GEN-003 EXCH-023)', async () => {
  const platform = await makeInstalledPlatform()
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

it('token list --target lists only the tokens of that kind of platform', async () => {
  const platform = await makeInstalledPlatform()
  const { key, token, context } = platform
  await platform.credentials.set({ ...key, identity: 'https://api.example' }, token)
  const targetsOf = async (...argv: string[]) =>
    (await runCommand(TokenList, argv, context())).result?.tokens.map(({ target }) => target)

  expect(await targetsOf()).toEqual([platform.identity, 'https://api.example'])
  expect(await targetsOf('--target', 'live')).toEqual(['https://api.example'])
  expect(await targetsOf('--target', 'emulator')).toEqual([platform.identity])
  const byEnv = await runCommand(TokenList, [], context({ env: { SVCAPP_TARGET: 'live' } }))
  expect(byEnv.result?.tokens.map(({ target }) => target)).toEqual(['https://api.example'])
})

it('token list shows the target at 80 columns, which distinguishes two installs in one store', async () => {
  const platform = await makeInstalledPlatform()
  await platform.credentials.set({ ...platform.key, identity: 'https://api.example' }, platform.token)

  const { stdout } = await runCommand(TokenList, [], platform.context({ width: 80 }))

  expect(stdout).toContain('https://api.example')
  expect(stdout).toContain(platform.identity)
})

it('reports that there are no tokens', async () => {
  const platform = await makePlatform()

  expect((await runCommand(TokenList, [], platform.context())).stdout).toBe('No tokens.\n')
})

it('token show masks the token without --reveal, while the emulator is down (TOK-009)', async () => {
  const platform = await makeInstalledPlatform()
  const { token } = platform
  rmSync(platform.paths.runFile)

  const masked = await runCommand(TokenShow, ['--json'], platform.context())
  const whole = await runCommand(TokenShow, ['--reveal', '--json'], platform.context())

  expect(masked.error).toBeUndefined()
  expect(masked.stdout).not.toContain(token)
  expect(JSON.parse(whole.stdout)).toMatchObject({ token, revealed: true })
})

it('token show shows the stored token of the install, not the environment variable (TOK-007)', async () => {
  const platform = await makeInstalledPlatform()
  const { credentials, token } = platform
  const context = platform.context({
    env: { SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: 'svcapp_1_2_of-another-install' },
    credentials: async () => ({ ...credentials, get: async () => 'svcapp_1_2_of-another-install' }),
  })

  const { result } = await runCommand(TokenShow, ['--reveal'], context)

  expect(result?.token).toBe(token)
})

it('token delete asks first, and notes that only a new install helps (TOK-017)', async () => {
  const platform = await makeInstalledPlatform()
  const asked: string[] = []
  const no = platform.context({ ask: { confirm: async ({ message }) => asked.push(message) < 0 } })

  const kept = await runCommand(TokenDelete, [], no)
  const nobody = await runCommand(TokenDelete, [], platform.context())

  expect([kept.exit, nobody.exit]).toEqual([130, 2])
  expect(asked[0]).toMatch(
    /^Delete the token of \S+ in .+ \(\S+\), region tr, on the emulator\? Only a new install creates another token\.$/,
  )
  expect(await platform.credentials.get(platform.key)).toBe(platform.token)
})

it('token delete --yes deletes the token and its record', async () => {
  const platform = await makeInstalledPlatform()

  const { result } = await runCommand(TokenDelete, ['--yes'], platform.context())

  expect(result).toMatchObject({ deleted: true })
  expect(await platform.credentials.get(platform.key)).toBeNull()
  expect((await runCommand(TokenShow, [], platform.context())).error).toMatchObject({ code: 'install.unknown' })
})
