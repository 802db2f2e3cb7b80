import { writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import Register from '../../../src/commands/register.ts'
import StoreAdmin from '../../../src/commands/store/admin.ts'
import StoreOpen from '../../../src/commands/store/open.ts'
import StoreUse from '../../../src/commands/store/use.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'

/** A registered app with two test stores of its own; the second one is current. */
async function twoStores() {
  const made = makeProject()
  await runCommand(Register, [], made.context)
  for (const name of ['One', 'Two']) await runCommand(StoreOpen, ['--name', name, '--empty'], made.context)
  return { ...made, opened: watchBrowser(made.context) }
}

/** From now on a browser opens; which addresses it was given. */
function watchBrowser(context: ReturnType<typeof makeProject>['context']): string[] {
  const opened: string[] = []
  Object.assign(context, { openBrowser: async (url: string) => opened.push(url) > 0 })
  return opened
}

describe('app store admin', () => {
  it('opens the admin of the current store, signed in (APP-023)', async () => {
    const { context, opened, emulator, urls } = await twoStores()

    const { result, stdout } = await runCommand(StoreAdmin, [], context)

    expect(result?.store).toBe('two')
    expect(opened).toEqual([result?.url])
    expect(stdout).toContain(`${result?.url}\n`)
    const signedIn = await emulator.fetch(new Request(opened[0] ?? ''))
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const page = await emulator.fetch(new Request(`${urls.admin}/admin/plugins`, { headers: { Cookie: cookie } }))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Two')])
  })

  it.each([['one'], ['1001']])('accepts the store as %s', async (code) => {
    const { context } = await twoStores()

    const { result } = await runCommand(StoreAdmin, [code, '--no-open'], context)

    expect(result?.store).toBe('one')
  })

  it('uses the store selected with app store use', async () => {
    const { context } = await twoStores()
    await runCommand(StoreUse, ['one'], context)

    expect((await runCommand(StoreAdmin, ['--no-open'], context)).result?.store).toBe('one')
  })

  it.each([['--no-open'], ['--json']])('opens no browser with %s', async (flag) => {
    const { context, opened } = await twoStores()

    const { exit } = await runCommand(StoreAdmin, [flag], context)

    expect([exit, opened]).toEqual([0, []])
  })

  it('prints one document with --json', async () => {
    const { context } = await twoStores()
    const { captured } = context
    const before = captured.stdout().length

    await runCommand(StoreAdmin, ['one', '--json'], context)

    expect(JSON.parse(captured.stdout().slice(before))).toEqual({
      url: expect.stringMatching(/\/admin\/sign-in\?ticket=[\w-]{22}$/),
      store: 'one',
    })
  })

  it('suggests opening the address manually if there is no browser', async () => {
    const { context } = await twoStores()
    Object.assign(context, { openBrowser: async () => false })

    const { stderr, exit } = await runCommand(StoreAdmin, [], context)

    expect([exit, stderr]).toEqual([0, expect.stringContaining('works once')])
  })

  it('uses the only store outside a project, and asks for a name if there are several', async () => {
    const { context, openStore } = makeProject({ appToml: null })
    expect((await runCommand(StoreAdmin, ['--no-open'], context)).error?.code).toBe('usage.missing')
    await openStore({ name: 'One', seed: 'none' })
    expect((await runCommand(StoreAdmin, ['--no-open'], context)).result?.store).toBe('one')
    await openStore({ name: 'Two', seed: 'none' })

    const { error, exit } = await runCommand(StoreAdmin, ['--no-open'], context)

    expect([error?.code, exit]).toEqual(['usage.missing', 2])
    expect(JSON.stringify(error)).toContain('one (id 1001), two (id 1002)')
  })

  it('lists the existing stores for an unknown one', async () => {
    const { context } = await twoStores()

    const { error, exit } = await runCommand(StoreAdmin, ['nowhere'], context)

    expect([error?.code, exit]).toEqual(['store.unknown', 2])
    expect(JSON.stringify(error)).toContain('one (id 1001), two (id 1002)')
  })

  it('rejects the live platform, which has no interface for it', async () => {
    const { context, file } = makeProject()
    const live =
      '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n'
    writeFileSync(file, plainAppToml + live)

    const { error, exit } = await runCommand(StoreAdmin, ['--target', 'live'], context)

    expect([error?.code, exit]).toEqual(['usage.invalid', 2])
    expect(error).toMatchObject({ suggestions: [expect.stringContaining('`app open admin`'), expect.anything()] })
  })
})
