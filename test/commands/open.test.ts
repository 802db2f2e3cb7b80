import { once } from 'node:events'
import { createServer } from 'node:http'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import Open from '../../src/commands/open.ts'
import Register from '../../src/commands/register.ts'
import StoreOpen from '../../src/commands/store/open.ts'
import { lockProject } from '../../src/dev/lock.ts'
import { noteInspector } from '../../src/dev/notes/inspector-note.ts'
import { recordInstall } from '../../src/project/installs.ts'
import { makeInspector } from '../inspector/fixture.ts'
import { runCommand } from '../support/command/command.ts'
import { freePort } from '../support/processes/free-port.ts'
import { makeProject, plainAppToml } from '../support/project.ts'

/** A registered app with a test store, and what a browser was given. */
async function makePages(options: Parameters<typeof makeProject>[0] = {}) {
  const opened: string[] = []
  const made = makeProject({ openBrowser: async (url) => opened.push(url) > 0, ...options })
  await runCommand(Register, [], made.context)
  await runCommand(StoreOpen, ['--name', 'One', '--empty'], made.context)
  return { ...made, opened }
}

describe('app open', () => {
  it('opens the app without an argument', async () => {
    const port = await freePort()
    const server = createServer((_request, response) => response.end('hello'))
    await once(server.listen(port, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { context, opened } = await makePages({ appToml: `${plainAppToml}[dev]\nport = ${port}\n` })

    const { result, exit } = await runCommand(Open, [], context)

    expect([exit, opened]).toEqual([0, [`http://127.0.0.1:${port}/`]])
    expect(result).toMatchObject({ page: 'app', singleUse: false, opened: true })
  })

  it('suggests the command that starts a stopped app', async () => {
    const port = await freePort()
    const { context, opened } = await makePages({ appToml: `${plainAppToml}[dev]\nport = ${port}\n` })

    const { error, exit } = await runCommand(Open, [], context)

    expect([error?.code, exit, opened]).toEqual(['page.unavailable', 8, []])
    expect(JSON.stringify(error)).toContain('app dev')
  })

  it('opens the admin signed in, portal and data with a ticket, and the storefront of the current store', async () => {
    const { context, emulator, urls } = await makePages()

    const admin = await runCommand(Open, ['admin', '--json'], context)
    const portal = await runCommand(Open, ['portal', '--json'], context)
    const data = await runCommand(Open, ['data', '--json'], context)
    const storefront = await runCommand(Open, ['storefront', '--json'], context)

    expect([admin.result, portal.result]).toMatchObject([{ singleUse: true }, { singleUse: true }])
    expect(storefront.result).toEqual({
      page: 'storefront',
      url: `${urls.storefront}/one`,
      singleUse: false,
      opened: false,
    })
    const answers = await Promise.all(
      [admin, portal, storefront, data].map(({ result }) => emulator.fetch(new Request(result?.url ?? ''))),
    )
    expect(answers.map(({ status }) => status < 400)).toEqual([true, true, true, true])
    expect(answers[3]?.headers.get('location')).toBe('/data/one')
  })

  it('opens the inspector of the app dev in this project, and no other', async () => {
    const send = createNodeSend({ builtin: process.getBuiltinModule.bind(process), env: {} })
    const { context, cwd } = makeProject({ send })
    const place = { paths: context.paths, dir: cwd, pid: process.pid }
    const { url, base, token } = await makeInspector()

    const none = await runCommand(Open, ['inspector'], context)
    const lock = lockProject(place)
    noteInspector(place, url)
    const running = await runCommand(Open, ['inspector', '--json'], context)
    noteInspector({ ...place, pid: 1 }, url)
    const ofAnother = await runCommand(Open, ['inspector'], context)
    noteInspector(place, `http://evil.example/#token=${token}`)
    const elsewhere = await runCommand(Open, ['inspector'], context)
    noteInspector(place, `http://127.0.0.1:1/#token=${token}`)
    const gone = await runCommand(Open, ['inspector'], context)
    noteInspector(place, url)
    lock.release()
    const ended = await runCommand(Open, ['inspector'], context)

    // T18: the browser's arguments can be read by every user of the machine, so it is given no token.
    expect(running.result).toMatchObject({
      page: 'inspector',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]{32}$/) as string,
      singleUse: true,
    })
    const ticket = running.result?.url.split('#ticket=')[1]
    const use = async () =>
      fetch(`${base}/api/ticket`, {
        method: 'POST',
        body: JSON.stringify({ ticket }),
        headers: { 'Content-Type': 'application/json' },
      })
    expect(await (await use()).json()).toEqual({ token })
    expect((await use()).status).toBe(401)
    for (const { error, exit } of [none, ofAnother, elsewhere, gone, ended]) {
      expect([error?.code, exit]).toEqual(['page.unavailable', 8])
      expect(JSON.stringify(error)).toContain('app dev')
    }
  })

  it('opens the selected store', async () => {
    const { context, urls } = await makePages()
    await runCommand(StoreOpen, ['--name', 'Two', '--empty'], context)

    const { result } = await runCommand(Open, ['storefront', '--store', 'one', '--no-open'], context)

    expect(result?.url).toBe(`${urls.storefront}/one`)
  })

  it.each([['admin'], ['portal'], ['storefront']])(
    'suggests the command that starts the emulator for %s',
    async (page) => {
      const { error, exit } = await runCommand(Open, [page])

      expect([error?.code, exit]).toEqual(['emulator.not-running', 8])
    },
  )

  it('opens only the live pages known from app.toml and the exchange', async () => {
    const live =
      '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n'
    const { context } = makeProject({ appToml: plainAppToml + live })
    const install = { identity: 'https://api.example', appKey: 'app.acme.loyalty', storeId: 1001, regionId: null }
    const told = { storeCode: 'acme', storeName: 'Acme', scopes: [], regions: [], installedAt: '2026-11-21T12:00:00Z' }
    const run = (...argv: string[]) => runCommand(Open, [...argv, '--target', 'live', '--json'], context)

    const before = await run('storefront')
    recordInstall(context.paths, { ...install, ...told, installScope: 'store', storeDomain: 'shop.example' })
    const after = await run('storefront')
    recordInstall(context.paths, { ...install, ...told, installScope: 'store', storeDomain: 'a@evil.example/x' })
    const strange = await run('storefront')

    expect(before.error?.code).toBe('page.unavailable')
    expect(after.result?.url).toBe('https://shop.example/')
    expect(strange.error?.code).toBe('page.unavailable')
    expect((await run('admin')).result?.url).toBe('https://store.example/')
    expect((await run('portal')).error?.code).toBe('usage.invalid')
  })
})
