import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it } from 'vitest'

import { commandFile, commandIds } from '../../../scripts/generate/commands/command-files.ts'
import type { AppCommand } from '../../../src/cli.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import type { DevContext } from '../../../src/dev/context.ts'
import { installRegion } from '../../../src/dev/installs/app-install.ts'
import { findTestStore } from '../../../src/dev/installs/test-store.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { runCommand } from '../../support/command/command.ts'
import { png } from '../../support/emulator/upload.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'

/** What a command needs beside the flag that is looked at. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'call/media/upload': ['lamp.png'],
  'call/warehouses/create': ['--name', 'Annex'],
  'call/raw': ['GET', '/orders'],
  'emulator/app/countries': ['TR'],
  'emulator/app/review': ['approve'],
  'emulator/app/status': ['published'],
  'emulator/fault/set': ['429'],
  'emulator/legacy-token': ['two-part'],
  'emulator/plan': ['free'],
  'emulator/product/create': ['--name', 'Lamp', '--price', 'tr=10'],
  'emulator/product/stock': ['1', '5'],
  'emulator/provider/create': ['--kind', 'carrier', '--name', 'Example Parcel'],
  'emulator/shipping-package/create': [
    '--name',
    'Box',
    ...['length', 'width', 'height', 'max-weight'].flatMap((name) => [`--${name}`, '1']),
  ],
  'emulator/shipping-profile/create': ['--name', 'Parcel'],
  'emulator/tax-rate/change': ['1', '10'],
  'emulator/warehouse/create': ['--name', 'Annex'],
  install: ['--approve'],
  open: ['admin', '--no-open'],
  scopes: [],
  'token/delete': ['--yes'],
  'webhook/replay': ['--last', '1'],
  'webhook/trigger': ['order.created', '--print-curl'],
  'webhook/why': ['order.created'],
}

/** Names a store that is yet to be made; or needs a panel in app.toml before anything is looked up (test/commands/embed). */
const others = [
  'emulator/exec --store',
  'embed/open --store',
  'embed/open --region',
  'embed/url --store',
  'embed/url --region',
]

/** `app dev` is a session: the parts of it that find store and region are asked themselves. */
const sessions = ['dev --store', 'dev --region']

type CommandClass = (new (...given: never[]) => AppCommand) & {
  readonly args?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly flags?: Readonly<Record<string, { readonly required?: boolean }>>
}

const root = join(import.meta.dirname, '../../..')

async function load(id: string): Promise<CommandClass> {
  // Command files export a class by default (test/commands/tree.test.ts).
  const module = (await import(pathToFileURL(join(root, commandFile(root, id.replaceAll('/', ':')))).href)) as {
    default: CommandClass
  }
  return module.default
}

const ids = commandIds(root).map((id) => id.replaceAll(':', '/'))
const classes = new Map(await Promise.all(ids.map(async (id) => [id, await load(id)] as const)))
/** All commands below `call` are made by one function, but for these: the first is one of them. */
const isLikeOthers = (id: string) =>
  id.startsWith('call/') &&
  !['orders/list', 'warehouses/create', 'orders/report', 'raw', 'media/upload'].includes(id.slice('call/'.length))

const places = [...classes]
  .filter(([id]) => !isLikeOthers(id))
  .flatMap(([id, Class]) =>
    (['store', 'region', 'app'] as const).filter((flag) => flag in (Class.flags ?? {})).map((flag) => ({ id, flag })),
  )
  .filter(({ id, flag }) => !others.includes(`${id} --${flag}`) && !sessions.includes(`${id} --${flag}`))

function argvOf(id: string): readonly string[] {
  const args = Object.values(classes.get(id)?.args ?? {})
  return needed[id] ?? args.flatMap(({ required }) => (required === true ? ['1'] : []))
}

/** An app for the whole store has one install that reaches every region; what is made or chosen in one region is asked of one that is installed in regions. */
async function makePlace(id: string) {
  const isRegional = id === 'install' || id === 'emulator/legacy-token'
  const platform = await makeInstalledPlatform({ registration: { install_scope: isRegional ? 'region' : 'store' } })
  const { made, app, identity, credentials, cwd } = platform
  await made.control('POST', '/providers', { kind: 'carrier', name: 'Example Parcel', appKey: app.appKey })
  await credentials.set({ identity, appKey: app.appKey, kind: 'signing-secret' }, app.secrets.webhook_signing_secret)
  writeFileSync(join(cwd, 'lamp.png'), png)
  return platform
}

type Platform = Awaited<ReturnType<typeof makePlace>>

async function ask(platform: Platform, id: string, words: readonly string[]) {
  const Class = classes.get(id)
  // Any command will do: what it gives is not looked at.
  const { error, exit } = await runCommand(Class as never, words, platform.context())
  return { code: error?.code, exit, hints: (error as { suggestions?: string[] } | undefined)?.suggestions ?? [] }
}

const wrong = {
  store: { value: 'dmo', code: 'store.unknown', exit: 2, hints: ['Did you mean demo?', 'demo (id 1001)'] },
  region: { value: 'trr', code: 'pin.unknown', exit: 2, hints: ['Did you mean tr?', 'tr (id 1, TRY)'] },
  app: { value: 'app.acme.nope', code: 'emulator.unknown-app', exit: 3, hints: ['Registered apps: '] },
} as const

const spellings = {
  store: (platform: Platform) => ['demo', 'DEMO', String(platform.store.store.id)],
  region: () => ['tr', 'TR', '1', 'try'],
  app: (platform: Platform) => [platform.app.appKey, platform.app.appKey.toUpperCase()],
} as const

/** What can be done once only is asked of a platform each. */
const once = /^(?:uninstall|token\/delete|emulator\/order\/|emulator\/product\/delete|emulator\/shipping-\w+\/delete)/

it.each(places)(
  '$id --$flag gives the same result for any name, and an unknown one is rejected with the valid ones',
  async ({ id, flag }) => {
    const { value: nonsense, code, exit, hints } = wrong[flag]
    const platform = await makePlace(id)
    const words = (value: string) => [...argvOf(id), `--${flag}`, value]

    const refused = await ask(platform, id, words(nonsense))
    const answers: unknown[] = []
    for (const value of spellings[flag](platform)) {
      const { code: own, exit: end } = await ask(once.test(id) ? await makePlace(id) : platform, id, words(value))
      answers.push({ own, end })
    }

    expect(refused).toMatchObject({ code, exit })
    for (const hint of hints) expect(refused.hints.join('\n')).toContain(hint)
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(Object.values(wrong).map((one) => one.code)).not.toContain((answers[0] as { own?: string }).own)
  },
)

describe('app dev', () => {
  async function makeSession(store?: string) {
    const platform = await makePlace('dev')
    const context = platform.context()
    const { urls, controlToken: token } = {
      urls: platform.made.urls,
      controlToken: platform.made.emulator.controlToken,
    }
    const control = createControlClient({ send: context.send, url: urls.portal, token })
    const project = loadProject({ cwd: platform.cwd })
    // As much of the context as choosing a store needs.
    const dev = { tools: context, options: { project, store }, emit: () => {} } as unknown as DevContext
    const app = await control.app({ key: platform.app.appKey })
    return { platform, find: () => findTestStore(dev, { control, app, identity: platform.identity }) }
  }

  it.each(['demo', 'DEMO', '1001'])('accepts the store %s', async (store) => {
    const { find, platform } = await makeSession(store)

    expect((await find()).id).toBe(platform.store.store.id)
  })

  it('rejects store and region like the other commands', async () => {
    const { find, platform } = await makeSession(wrong.store.value)

    await expect(find()).rejects.toMatchObject({ code: 'store.unknown', oclif: { exit: 2 } })
    expect(() => installRegion(platform.store.store, wrong.region.value)).toThrow(
      expect.objectContaining({ code: 'pin.unknown' }),
    )
    expect(installRegion(platform.store.store, 'TRY')?.code).toBe('tr')
  })
})

it.each([
  ['store/use', []],
  ['store/admin', ['--no-open']],
])('%s parses its argument like --store of other commands', async (id, options) => {
  const platform = await makePlace(id)
  const run = async (value: string) => {
    const { code, exit } = await ask(platform, id, [value, ...options])
    return [exit, code]
  }

  expect(await run('DEMO')).toEqual([0, undefined])
  expect(await run('1001')).toEqual([0, undefined])
  expect(await run('dmo')).toEqual([2, 'store.unknown'])
})
