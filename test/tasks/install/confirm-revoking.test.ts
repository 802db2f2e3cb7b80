import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import Install from '../../../src/commands/install.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import type { Send } from '../../../src/http/wire.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { runCommand } from '../../support/command/command.ts'
import { approveAt, makeLivePlatform } from '../../support/live-platform.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'
import { sendTo } from '../../support/send.ts'
import { diagnose } from '../doctor/support.ts'

const WARNING =
  'If the app is already installed in the selected store and region, approving revokes its current token there. Your deployed app or a colleague may be using that token. The new token goes to this tool only. For development, register a second app with its own key: `app init <key> --config <name>`.'

it.each([[], ['--paste']])(
  'without a terminal and without --yes nothing is printed or opened: install %s',
  async (...argv) => {
    const { live, calls } = await makeLivePlatform()
    const opened: string[] = []

    const { error, exit, stderr } = await runCommand(
      Install,
      argv,
      live({ openBrowser: async (url) => opened.push(url) > 0 }),
    )

    expect([exit, error?.code]).toEqual([2, 'usage.missing'])
    expect(error?.message).toBe(`${WARNING} Nothing was opened.`)
    expect(error).toMatchObject({
      suggestions: ['To install anyway, add --yes.', expect.stringContaining('SVCAPP_TOKEN')],
    })
    expect(stderr).not.toContain('/admin/plugins/install')
    expect([opened, calls()]).toEqual([[], []])
  },
)

it('in a terminal the warning and a question appear before the address, and a no stops the command', async () => {
  const { live } = await makeLivePlatform()
  const asked: unknown[] = []
  const context = live({ ask: { confirm: async (question) => asked.push(question) < 1 } })

  const { error, exit, stderr } = await runCommand(Install, ['--paste'], context)

  expect([exit, error?.code]).toEqual([130, 'cli.interrupted'])
  expect(stderr).toContain(WARNING)
  expect(stderr).not.toContain('/admin/plugins/install')
  expect(asked).toEqual([{ message: 'Install app.acme.loyalty on the live platform?', default: false }])
})

it('the warning suggests no second app if the project has one', async () => {
  const { live, cwd, paths } = await makeLivePlatform()
  const config = readFileSync(join(cwd, 'app.toml'), 'utf8')
  const dev = config.replace(/^key = "app\.\w+/m, '$&-dev').replace(/"cli_.*"/, '"cli_dev"')
  writeFileSync(join(cwd, 'app.dev.toml'), dev)

  for (const registration of [null, 'dev']) {
    const { stderr } = await runCommand(Install, ['--yes'], live({ paths: { ...paths, registration } }))
    expect(stderr).toContain('approving revokes its current token')
    expect(stderr).not.toContain('second app')
  }
})

it('the warning shows an install on record', async () => {
  const platform = await makeLivePlatform()
  const { live, paths, liveApp } = platform
  const questions: { default?: boolean }[] = []
  const install = async () => {
    const context: ReturnType<typeof live> = live({
      ask: {
        confirm: async (question) => questions.push(question) > 0,
        input: async () => approveAt(platform, context.captured.stderr()),
      },
    })
    return runCommand(Install, ['--paste'], context)
  }
  const first = await install()
  withInstalls(paths, (installs) => {
    for (const one of installs.list(liveApp)) installs.setTokenStatus(one, { holder: 'app', holderDir: '/srv/loyalty' })
  })

  const { stderr, result } = await install()

  expect([first.error, result?.replaced]).toEqual([undefined, true])
  expect(questions.map((question) => question.default)).toEqual([false, false])
  expect(stderr).toContain('The app in /srv/loyalty has the token of Demo (demo), tr.')
})

it('the warning lists the tokens of one holder in one sentence', async () => {
  const { live, paths, liveApp } = await makeLivePlatform()
  const store = { storeId: 1001, storeCode: 'demo', storeName: 'Demo', storeDomain: 'demo.example' }
  const held = { holder: 'app', holderDir: '/srv/loyalty', installedAt: '2026-11-21T12:00:00.000Z' } as const
  withInstalls(paths, (installs) => {
    for (const [id, code, currency] of [
      [1, 'tr', 'TRY'],
      [2, 'de', 'EUR'],
    ] as const) {
      const place = { regionId: id, regions: [{ id, code, currency }], installScope: 'region', scopes: [] } as const
      installs.put({ ...liveApp, ...store, ...held, ...place })
    }
  })

  const { error } = await runCommand(Install, [], live())

  expect(error?.message).toContain('The app in /srv/loyalty has the tokens of Demo (demo), tr, and of Demo (demo), de.')
})

it('reports the token on record as rejected after app doctor found that', async () => {
  const live = await makeStandIn()
  const [first, second] = [await live.makeDeveloper(), await live.makeDeveloper()]
  await first.install()
  await second.install()
  await diagnose(first.context())

  const { stderr } = await runCommand(Install, ['--paste'], first.context({ ask: { confirm: async () => false } }))

  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('The platform rejects the stored token of Demo (demo), tr.')
  expect(stderr).not.toContain('has the token of')
})

/** An emulator whose only install is held by an app in another folder, which runs with what `app dev` has noted there. */
async function makeHeld(run: { target: string; platform?: string } | null, status: { refusedAt?: string } = {}) {
  const platform = await makeInstalledPlatform()
  const { paths, identity, app, context } = platform
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-held-')))
  if (run !== null) {
    const lock = lockProject({ paths, dir, pid: process.pid })
    onTestFinished(() => lock.release())
    lock.publish(run)
  }
  withInstalls(paths, (installs) => {
    for (const one of installs.list({ identity, appKey: app.appKey }))
      installs.setTokenStatus(one, { holder: 'app', holderDir: dir, ...status })
  })
  const install = (...argv: string[]) => runCommand(Install, ['--approve', ...argv], context())
  return { ...platform, dir, install }
}

it('rejects an install on the emulator without --yes if it revokes the token of a running app (TOK-014)', async () => {
  const { install, dir, calls } = await makeHeld({ target: 'emulator' })

  const { error, exit } = await install()

  expect([exit, error?.code]).toEqual([2, 'usage.missing'])
  expect(error?.message).toBe(
    `The app in ${dir} has the token of Demo (demo), tr. The app is running, and this install revokes its token. The new token goes to this tool only. Nothing was opened.`,
  )
  expect(error?.suggestions).toEqual([
    'To install anyway, add --yes.',
    'To install through the running app, press i in its `app dev`.',
  ])
  expect(calls()).toEqual([])
})

it('installs on the emulator with --yes and reports the token that it revokes', async () => {
  const { install, dir } = await makeHeld({ target: 'emulator' })

  const { result, stderr } = await install('--yes')

  expect(result).toMatchObject({ replaced: true })
  expect(stderr).toContain(`The app in ${dir} has the token of Demo (demo), tr.`)
})

it('asks on the emulator in a terminal, and installs nothing if the user declines', async () => {
  const { context, calls } = await makeHeld({ target: 'emulator' })
  const asked: unknown[] = []
  const ask = { confirm: async (question: unknown) => asked.push(question) < 1 }

  const { error, exit } = await runCommand(Install, ['--approve'], context({ ask }))

  expect([exit, error?.code]).toEqual([130, 'cli.interrupted'])
  expect(asked).toEqual([{ message: 'Install and revoke that token?', default: false }])
  expect(calls()).toEqual([])
})

it('asks once if the running app of this folder has no install route', async () => {
  const { context, cwd, paths, made } = await makeHeld({ target: 'emulator' })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const lock = lockProject({ paths, dir: cwd, pid: process.pid })
  onTestFinished(() => lock.release())
  lock.publish({ target: 'emulator', startUrl: `http://127.0.0.1:${port}/auth/start` })
  const toPlatform = sendTo(made.emulator)
  const send: Send = async (request) =>
    request.url.port === String(port) ? { status: 404, headers: {}, body: new Uint8Array() } : toPlatform(request)
  const asked: unknown[] = []
  const ask = { confirm: async (question: unknown) => asked.push(question) > 0 }

  const { error, result, stderr } = await runCommand(Install, ['--approve'], context({ ask, send }))

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ replaced: true })
  expect(stderr).toContain('The app has no install route yet')
  expect(asked).toHaveLength(1)
})

it('asks about each store on the emulator if the user selects it in another browser', async () => {
  const { context } = await makeHeld({ target: 'emulator' })

  const { error } = await runCommand(Install, ['--paste'], context())

  expect(error?.code).toBe('usage.missing')
})

it.each<[string, Parameters<typeof makeHeld>, string[]]>([
  ['no app runs', [null], []],
  ['the app runs against the live platform', [{ target: 'live' }], []],
  ['the app runs on another platform', [{ target: 'emulator', platform: 'other' }], []],
  ["the app's token was rejected", [{ target: 'emulator' }, { refusedAt: '2026-01-01T00:00:00.000Z' }], []],
  ['the app has the token of another region', [{ target: 'emulator' }], ['--region', 'de']],
])('installs on the emulator without a question if %s', async (_title, held, argv) => {
  const { install } = await makeHeld(...held)

  const { error, result } = await install(...argv)

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ regionId: expect.any(Number) as number })
})
