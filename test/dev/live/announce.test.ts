import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { announceChange, announceConfig, announceFields } from '../../../src/dev/live/announce.ts'
import { confirmByInstall, readConfirmed } from '../../../src/dev/live/console.ts'
import { parseAppToml } from '../../../src/project/app-toml.ts'
import { recordInstall } from '../../../src/project/installs.ts'
import { consoleRegistration } from '../../../src/project/live/console-fields.ts'
import { statePaths } from '../../../src/project/paths.ts'

const identity = 'https://api.example'
const config = (more = '') => parseAppToml(`key = "app.acme.loyalty"\nname = "Loyalty"\n${more}`, 'app.toml')

const announced = (origin: string, more = '') => ({
  identity,
  registration: consoleRegistration(config(more), { origin }),
  origin,
  published: undefined,
})
const first = announced('https://a.example')
const moved = announced('https://b.example')

/** When it was confirmed: the clock stands still. */
const at = '1970-01-01T00:00:00.000Z'

/** What an event advises, and for which fields. */
const fieldsOf = (event: DevEvent) =>
  event.event === 'portal' ? [event.advice, ...event.changes.map(({ field }) => field)] : event.event

/** Creates a context with a separate state folder. The answers are given in turn; with null, no one can be asked. */
function makeDev(answers: boolean[] | null, toml = '') {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-announce-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const paths = statePaths({ env: { SVCAPP_HOME: home }, dataDir: home })
  const events: DevEvent[] = []
  const asked: string[] = []
  const defaults: boolean[] = []
  const ask = {
    confirm: async ({ message, default: byDefault }: { message: string; default: boolean }) => {
      asked.push(message)
      defaults.push(byDefault)
      return answers?.shift() ?? false
    },
  }
  // As much of the context as these functions look at.
  const dev = {
    tools: { paths, now: () => new Date(0), trust: { isInteractive: answers !== null, ask, isAgreed: false } },
    options: { project: { config: config(toml), dir: import.meta.dirname } },
    emit: (event: DevEvent) => events.push(event),
  } as unknown as DevContext
  const place = { paths, identity, appKey: 'app.acme.loyalty' }
  return { dev, events, asked, defaults, place, known: () => readConfirmed(place), home }
}

it('an install confirms its install scope and the granted scopes in the values confirmed before', async () => {
  const { dev, place, known } = makeDev([false, true])
  const wanted = announced(
    'https://a.example',
    'install_scope = "store"\n[scopes]\nrequired = ["orders.read"]\n',
  ).registration
  const installed = { installScope: 'store', scopes: ['orders.read'] } as const

  confirmByInstall(place, wanted, installed)
  const without = known()
  await announceFields(dev, first)
  confirmByInstall(place, wanted, { ...installed, scopes: [] })
  const scope = known()?.fields
  confirmByInstall(place, wanted, installed)

  expect(without).toBeNull()
  expect([scope?.install_scope, scope?.requested_scopes]).toEqual(['store', []])
  expect(known()).toMatchObject({ origin: 'https://a.example', fields: { requested_scopes: ['orders.read'] } })
})

it('an install confirms no manifest, because its installScope may differ (A16)', async () => {
  const { dev, events, place, known } = makeDev(null)
  const panel = '[manifest]\napp_url = "https://a.example"\n'
  const wanted = announced('https://a.example', `install_scope = "store"\n${panel}`)
  await announceFields(dev, announced('https://a.example', panel))
  const before = known()?.fields.admin_manifest_json

  confirmByInstall(place, wanted.registration, { installScope: 'store', scopes: [] })
  const after = known()?.fields
  await announceFields(dev, { ...wanted, published: false })

  expect([after?.install_scope, after?.admin_manifest_json]).toEqual(['store', before])
  expect(events.map(fieldsOf).at(-1)).toEqual(['change', 'admin_manifest_json'])
  expect(events.at(-1)).toMatchObject({ changes: [{ consequences: ['installScope was region.'] }] })
})

it.each([
  ['all scopes', ['orders.read', 'products.read'], true],
  ['all but an optional one', ['orders.read'], true],
  ['not a required one', ['products.read'], false],
  ['one that app.toml no longer has', ['orders.read', 'products.read', 'customers.read'], false],
])('an install that got %s confirms requested_scopes: %s -> %s (INST-021)', async (_, scopes, isConfirmed) => {
  const { dev, place, known } = makeDev(null)
  const toml = '[scopes]\nrequired = ["orders.read"]\noptional = ["products.read"]\n'
  const { registration } = announced('https://a.example', toml)
  await announceFields(dev, first)

  confirmByInstall(place, registration, { installScope: 'region', scopes })

  expect(known()?.fields.requested_scopes).toEqual(isConfirmed ? ['orders.read', 'products.read'] : [])
})

describe('announcing fields', () => {
  it('asks whether the app is published, waits for the change, and saves it for this user only', async () => {
    const { dev, events, asked, known, home } = makeDev([false, true])

    const isPublished = await announceFields(dev, first)
    const again = await announceFields(dev, first)

    expect([isPublished, again]).toEqual([false, false])
    expect(asked).toEqual([
      'Is app.acme.loyalty published on the platform?',
      'Does the developer console have these values for app.acme.loyalty now?',
    ])
    expect(events.map((event) => 'advice' in event && event.advice)).toEqual(['change', 'none'])
    expect(events[0]).toMatchObject({ note: null })
    expect(known()).toEqual({ fields: first.registration, origin: 'https://a.example', at })
    expect(statSync(join(home, 'dev')).mode & 0o777).toBe(0o700)
  })

  it('proposes the last answer about a published app, and asks again (APP-026)', async () => {
    const { dev, defaults } = makeDev([true, false, true, false, false, false])

    for (const _ of [1, 2, 3]) await announceFields(dev, first).catch(() => null)

    // Each time a second question follows, whose default is no unless it is safe.
    expect(defaults.filter((_, at) => at % 2 === 0)).toEqual([false, true, true])
  })

  it('warns that the values move the events of a registered app if this machine has confirmed nothing', async () => {
    const live = '[targets.live]\nbase_url = "https://api.example"\nclient_id = "cli_1"\n'
    const { dev, events, defaults, known } = makeDev([false, false, false, true, false, false], live)

    const stopped = await announceFields(dev, first).catch((error: unknown) => error)
    await announceFields(dev, first)
    await announceFields(dev, moved).catch(() => null)

    expect(stopped).toMatchObject({ code: 'cli.interrupted' })
    // Each time two questions: whether the app is published, and whether the console was changed.
    expect(defaults).toEqual([false, false, false, false, false, true])
    const note = expect.stringContaining(
      'these values reroute them to this machine. In that case, leave the console unchanged',
    )
    expect(events.map((event) => 'note' in event && event.note)).toEqual([note, note, null])
    expect(known()?.origin).toBe('https://a.example')
  })

  it('does not suggest Yes for an install scope that invalidates tokens (TOK-021)', async () => {
    const { dev, defaults, place } = makeDev([false, true, false, true, false, true])
    await announceFields(dev, first)
    await announceFields(dev, announced('https://a.example', 'install_scope = "store"\n'))
    recordInstall(place.paths, {
      identity,
      appKey: place.appKey,
      storeId: 1,
      regionId: null,
      storeCode: 'demo',
      storeName: 'Demo',
      storeDomain: 'demo.example',
      installScope: 'store',
      scopes: [],
      regions: [],
      installedAt: at,
    })
    await announceFields(dev, first)

    // Every second question is whether the console was changed.
    expect(defaults.filter((_, index) => index % 2 === 1)).toEqual([true, true, false])
  })

  it('stops if the user did not make the change, and announces it again next time', async () => {
    const { dev, known } = makeDev([false, false])

    await expect(announceFields(dev, first)).rejects.toMatchObject({
      code: 'cli.interrupted',
    })
    expect(known()).toBeNull()
  })

  it('continues without a user, and counts the printed values as entered', async () => {
    const { dev, events, asked, known } = makeDev(null)

    await announceFields(dev, { ...first, published: false })

    expect(asked).toEqual([])
    expect(events.map(fieldsOf)).toEqual([['change', ...Object.keys(first.registration)]])
    expect(known()).toEqual({ fields: first.registration, origin: 'https://a.example', at })
  })

  it.each([
    ['a person says that the console shows these already', [true], true, null],
    ['a person says that it does not', [false], true, 'dev.published'],
    ['a person says that the app is published, and that it does not', [true, false], undefined, 'dev.published'],
    ['nobody can be asked', null, true, 'dev.published'],
  ])('requests no change of a published app: %s (A17 APP-026)', async (_, answers, published, code) => {
    const { dev, events, known } = makeDev(answers)

    const outcome = await announceFields(dev, { ...first, published }).catch((error: unknown) => error)

    expect(events.map((event) => 'advice' in event && event.advice)).toEqual(['compare'])
    if (code === null) expect([outcome, known()?.fields]).toEqual([true, first.registration])
    else
      expect([outcome, known()]).toEqual([
        expect.objectContaining({ code, details: { fields: Object.keys(first.registration) } }),
        null,
      ])
  })

  it('announces a changed address during the run, but never for a published app', async () => {
    const { dev, events, known } = makeDev(null)
    await announceFields(dev, { ...first, published: false })

    announceChange(dev, { ...moved, published: false })
    announceChange(dev, { ...moved, published: false })
    announceChange(dev, { ...first, published: true })

    expect(events.slice(1).map(fieldsOf)).toEqual([['change', 'redirect_uris', 'webhook_url'], 'notice'])
    expect(events[1]).toMatchObject({ note: expect.stringContaining('old address') as string })
    expect(events[2]).toMatchObject({ text: expect.stringContaining('published app') as string })
    expect(known()).toEqual({ fields: moved.registration, origin: 'https://b.example', at })
  })

  it('lists only later differences, including a renamed app', async () => {
    const { dev, events } = makeDev([false, true, false, true])
    await announceFields(dev, first)
    const renamed = { ...first, registration: { ...first.registration, name: 'Points' } }

    await announceFields(dev, renamed)

    expect(events.map(fieldsOf).at(-1)).toEqual(['change', 'name'])
    expect(events.at(-1)).toMatchObject({ changes: [{ value: 'Points', before: 'Loyalty' }] })
  })

  const SCOPES = '[scopes]\nrequired = ["orders.read"]\n[webhooks]\ntopics = ["order.paid"]\n'

  it('announces a changed app.toml before the next install, and asks about it at the next start', async () => {
    const { dev, events, known } = makeDev([false, true])
    await announceFields(dev, first)

    announceConfig(dev, announced('https://a.example', SCOPES))
    announceConfig(dev, announced('https://a.example', 'price = "9 EUR"\n'))

    expect(events.slice(1).map(fieldsOf)).toEqual([
      ['change-then-install', 'requested_scopes', 'webhook_topics'],
      ['change', 'price'],
    ])
    expect(known()?.fields).toEqual(first.registration)
  })

  it('only compares a changed app.toml of a published app (APP-026)', async () => {
    const { dev, events } = makeDev([true])
    await announceFields(dev, { ...first, published: true })

    announceConfig(dev, { ...announced('https://a.example', SCOPES), published: true })

    expect(events.at(-1)).toMatchObject({ advice: 'compare' })
  })

  it.each(['', '[]', '{"webhook_url":1}', '{"fields":[]}', 'null'])('treats a saved state of %j as empty', (text) => {
    const { dev, known, home } = makeDev(null)
    announceChange(dev, { ...first, published: false })
    const folder = join(home, 'dev')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text)

    expect(known()).toBeNull()
  })
})
