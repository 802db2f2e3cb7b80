import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { AppError } from '../../../src/errors.ts'
import { changeAppToml, loadProject } from '../../../src/project/app-toml.ts'

const base = `key = "app.acme.loyalty"
name = "Loyalty"
redirect_uris = ["https://loyalty.example/callback"]
[scopes]
required = ["orders.read", "products.read"]
[webhooks]
topics = ["order.created"]
path = "/events"
url = "https://loyalty.example/events"
[manifest]
app_url = "https://loyalty.example"
[[manifest.slots]]
type = "fullpage"
path = "panel"
label = "Loyalty"
[targets.live]
base_url = "https://api.example"
admin_url = "https://store.example"
client_id = "cli_1"
tunnel_url = "https://dev.example"
access = "write"
`
const own = 'key = "app.acme.loyalty-staging"\n'

/** A folder with app.toml and one file for each name. */
function makeFolder(files: Readonly<Record<string, string>>, appToml = base): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-registrations-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'app.toml'), appToml)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, `app.${name}.toml`), text)
  return dir
}

function load(dir: string, registration: string | null = 'staging') {
  return loadProject({ cwd: dir, paths: { registration } })
}

function problemOf(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('Nothing was raised.')
}

describe('an app.<name>.toml', () => {
  it('replaces values and lists, merges tables, and keeps the rest of app.toml', () => {
    const dir = makeFolder({
      staging: `${own}[scopes]\nrequired = ["orders.read"]\n[webhooks]\nurl = "https://staging.example/events"\n`,
    })

    const { file, config } = load(dir)

    expect(file).toBe(join(dir, 'app.staging.toml'))
    expect(config).toMatchObject({
      key: 'app.acme.loyalty-staging',
      name: 'Loyalty',
      scopes: { required: ['orders.read'] },
      webhooks: { path: '/events', topics: ['order.created'], url: 'https://staging.example/events' },
      manifest: { slots: [{ path: 'panel' }] },
    })
    expect(load(dir, null).config.key).toBe('app.acme.loyalty')
  })

  it('with a key alone inherits no public address, client_id or live lock from app.toml', () => {
    const { config } = load(makeFolder({ staging: own }))

    expect(config.live).toBeNull()
    expect([config.webhooks.url, config.manifest?.appUrl]).toEqual([null, null])
    expect(config.redirectUris).toEqual(['http://127.0.0.1:3000/auth/callback'])
  })

  it('keeps addresses of this machine, which follow [dev]', () => {
    const local = 'http://127.0.0.1:3100/auth/callback'
    const appToml = base.replace('https://loyalty.example/callback', local)

    expect(load(makeFolder({ staging: own }, appToml)).config.redirectUris).toEqual([local])
  })

  it('reports the right file and line of each problem', () => {
    const appToml = base.replace('path = "/events"', 'path = "events"')
    const dir = makeFolder({ staging: `${own}[webhooks]\ntopicz = []\n[[manifest.slots]]\ntype = "x"\n` }, appToml)

    const error = problemOf(() => load(dir))

    expect(error.code).toBe('project.invalid')
    expect(error.message.split('\n').toSorted()).toEqual([
      expect.stringMatching(/app\.staging\.toml:3: webhooks\.topicz is unknown\. Did you mean topics\?/),
      expect.stringMatching(/app\.staging\.toml:4: manifest\.slots\[0\]\.label is missing/),
      expect.stringMatching(/app\.staging\.toml:4: manifest\.slots\[0\]\.path is missing/),
      expect.stringMatching(/app\.toml:8: webhooks\.path /),
    ])
    expect(error.details['file']).toBe(join(dir, 'app.staging.toml'))
  })

  it('must have a key that no other file in the folder has', () => {
    const dir = makeFolder({ staging: own, production: own, same: 'key = "app.acme.loyalty"\n', none: 'name = "X"\n' })
    const message = (name: string) => problemOf(() => load(dir, name)).message

    expect(message('none')).toMatch(/app\.none\.toml:1: key is missing/)
    expect(message('same')).toMatch(
      /app\.same\.toml:1: key is app\.acme\.loyalty, as in app\.toml, so both registrations would share/,
    )
    expect(message('production')).toMatch(
      /as in app\.staging\.toml, so both registrations would share tokens, journal and console/,
    )
  })

  it('has its own client_id on a platform, and app.toml stays usable next to a copy', () => {
    const table = (api: string, client: string) =>
      `key = "app.acme.x-${new URL(api).hostname.slice(0, 3)}${client}"\n[targets.live]\nbase_url = "${api}"\nadmin_url = "https://store.example"\nclient_id = "cli_${client}"\n`
    const dir = makeFolder({
      same: table('https://api.example/', '1'),
      other: table('https://other.example', '1'),
      own: table('https://api.example', '2'),
      broken: 'key =',
    })
    const idIn = (name: string | null) => load(dir, name).config.live?.clientId
    const set = (name: string | null, value: string) =>
      changeAppToml(load(dir, name).file, [{ path: ['targets', 'live', 'client_id'], value }]).check()

    expect(problemOf(() => load(dir, 'same')).message).toMatch(
      /app\.same\.toml:5: targets\.live\.client_id has the same value as in app\.toml, so both registrations would be the same app\. Enter this app's client_id\.$/,
    )
    expect([idIn(null), idIn('other'), idIn('own')]).toEqual(['cli_1', 'cli_1', 'cli_2'])
    expect(problemOf(() => set('own', 'cli_1')).message).toMatch(
      /targets\.live\.client_id has the same value as in app\.toml/,
    )
    expect(problemOf(() => set(null, 'cli_2')).message).toMatch(/has the same value as in app\.own\.toml/)
    expect(set('own', 'cli_3').live?.clientId).toBe('cli_3')
  })

  it('contains no secret, and neither may app.toml', () => {
    const secret = `price = "${'5a'.repeat(32)}"\n`
    const [inOwn, inBase] = [makeFolder({ staging: own + secret }), makeFolder({ staging: own }, secret + base)]

    expect(problemOf(() => load(inOwn))).toMatchObject({ code: 'project.contains-secret' })
    expect(problemOf(() => load(inOwn)).message).toMatch(/app\.staging\.toml:2/)
    expect(problemOf(() => load(inBase)).message).toMatch(/app\.toml:1/)
  })

  it('receives the changes of a command, and app.toml stays unchanged', () => {
    const dir = makeFolder({ staging: own })
    const { file } = load(dir)

    changeAppToml(file, [{ path: ['targets', 'live', 'client_id'], value: 'cli_2' }]).write()

    expect(load(dir).config.live).toMatchObject({ clientId: 'cli_2', baseUrl: null })
    expect(load(dir, null).config.live).toMatchObject({ clientId: 'cli_1' })
  })
})
