import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { endpoints } from '../../../src/catalog/catalog.ts'
import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import Context from '../../../src/commands/context.ts'
import Install from '../../../src/commands/install.ts'
import LiveAllow from '../../../src/commands/live/allow.ts'
import LiveLock from '../../../src/commands/live/lock.ts'
import LiveStatus from '../../../src/commands/live/status.ts'
import { withState } from '../../../src/project/installs.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON, type ContextOverrides } from '../../support/context.ts'
import { liveTable, makeLive } from '../../support/live/counting-live.ts'

const agent = async () => 'a-coding-agent'
const writers = endpoints.filter(({ method }) => method !== 'GET')
const rawWrite = ({ method, path }: (typeof writers)[number]) => [
  method,
  path.replaceAll(/\{\w+\}/g, '1'),
  '--data',
  '{}',
]

describe('the live lock', () => {
  it('sends nothing for any endpoint that writes, for a user or an agent, with or without --yes (T38)', async () => {
    const { context, arrived } = await makeLive()

    const codes = new Set<string | undefined>()
    for (const endpoint of writers) {
      for (const who of [{}, { agent }]) {
        for (const yes of [[], ['--yes']]) {
          const { error, exit } = await runCommand(CallRaw, [...rawWrite(endpoint), ...yes], context(who))
          codes.add(`${error?.code} ${exit}`)
        }
      }
    }

    expect(writers.length).toBeGreaterThan(20)
    expect([...codes]).toEqual(['live.locked 3'])
    expect(arrived()).toBe(0)
  })

  it('an agent writes only after a user has allowed it, despite app.toml, the environment and --yes (T38)', async () => {
    const { context, writes, host } = await makeLive('access = "write"\n')
    const write = (more: ContextOverrides = {}) =>
      runCommand(
        CallRaw,
        ['DELETE', '/orders/42/costs/9', '--yes'],
        context({ agent, env: { SVCAPP_LIVE: 'write' }, ...more }),
      )

    const before = await write()
    const wrong = await runCommand(LiveAllow, [], context({ ask: { input: async () => 'another.example' } }))
    const still = await write()
    const allowed = await runCommand(LiveAllow, ['--for', '10m'], context({ ask: { input: async () => host } }))
    await write()
    const sentWhileAllowed = writes()
    const later = await write({ now: () => new Date(NOON.getTime() + 601_000) })
    await runCommand(LiveLock, [], context())
    const locked = await write()

    expect([before, still, later, locked].map(({ error }) => error?.code)).toEqual(Array(4).fill('live.locked'))
    expect(before.error?.message).toContain('a-coding-agent runs this')
    expect([wrong.exit, allowed.exit]).toEqual([130, 0])
    expect(allowed.result).toMatchObject({ allowedUntil: '2026-11-21T12:10:00.000Z', writes: 'allowed' })
    expect([sentWhileAllowed, writes()]).toEqual([1, 1])
  })

  it('an allowance for one key in a folder does not allow writes with another key (T38)', async () => {
    const { context, writes, host, origin } = await makeLive()
    const other = `key = "app.acme.staging"\n${liveTable({ api: origin, admin: 'https://store.example' }, 'cli_2')}`
    writeFileSync(join(context().cwd, 'app.staging.toml'), other)
    const allowed = await runCommand(LiveAllow, [], context({ ask: { input: async () => host } }))
    const staging = context({ agent })
    const write = (registration: string | null) =>
      runCommand(
        CallRaw,
        ['DELETE', '/orders/42/costs/9', '--yes'],
        context({ agent, paths: { ...staging.paths, registration } }),
      )

    const [same, locked] = [await write(null), await write('staging')]

    expect(allowed.result).toMatchObject({ appKey: 'app.acme.loyalty', writes: 'allowed' })
    expect([same.error?.code, locked.error?.code, writes()]).toEqual([undefined, 'live.locked', 1])
  })

  it('neither an agent nor a command without a terminal can allow writes', async () => {
    const { context, host } = await makeLive()
    const ask = { input: async () => host }

    const byAgent = await runCommand(LiveAllow, [], context({ agent, ask }))
    const byScript = await runCommand(LiveAllow, [], context())
    const tooLong = await runCommand(LiveAllow, ['--for', '2d'], context({ ask }))

    expect([byAgent, byScript, tooLong].map(({ error }) => error?.code)).toEqual([
      'live.locked',
      'live.locked',
      'usage.invalid',
    ])
    expect((await runCommand(LiveStatus, [], context())).result).toMatchObject({ allowedUntil: null, writes: 'locked' })
  })

  it('rejects an allowance that is too short or too long with that reason', async () => {
    const { context } = await makeLive()

    const short = await runCommand(LiveAllow, ['--for', '0s'], context())
    const long = await runCommand(LiveAllow, ['--for', '2d'], context())

    expect(short.error?.message).toBe('--for must be longer than 0s.')
    expect(long.error?.message).toContain('at most 12h')
  })

  it.each([
    ['begins in the future, because the clock was set back', (at: number) => [at + 3_600_000, at + 4_200_000]],
    ['is longer than a person can give', (at: number) => [at, at + 10 * 86_400_000]],
    ['has no beginning', (at: number) => [at + 60_000]],
    ['is no interval', () => []],
  ])('ignores an allowance that %s (T38)', async (_, intervalAt) => {
    const { context, origin } = await makeLive()
    const interval = intervalAt(NOON.getTime()).map((ms) => new Date(ms).toISOString())
    await runCommand(LiveStatus, [], context())
    withState(context().paths, (db) =>
      db.prepare('INSERT INTO live_allowances VALUES (?, ?)').run(`${origin} app.acme.loyalty`, interval.join('/')),
    )

    expect((await runCommand(LiveStatus, [], context())).result).toMatchObject({ allowedUntil: null, writes: 'locked' })
  })

  it('"write" asks a user each time, and --yes approves', async () => {
    const { context, writes } = await makeLive('access = "write"\n')

    const nobody = await runCommand(CallRaw, ['DELETE', '/orders/42/costs/9'], context())
    const no = await runCommand(
      CallRaw,
      ['DELETE', '/orders/42/costs/9'],
      context({ ask: { confirm: async () => false } }),
    )
    const before = writes()
    await runCommand(CallRaw, ['DELETE', '/orders/42/costs/9', '--yes'], context())

    expect([nobody.error?.code, no.error?.code]).toEqual(['usage.missing', 'cli.interrupted'])
    expect([before, writes()]).toEqual([0, 1])
  })

  it('"off" sends nothing, including reads, installs and allowances', async () => {
    const { context, arrived, host } = await makeLive('access = "off"\n')

    const runs = [
      await runCommand(CallOrdersList, [], context()),
      await runCommand(Context, [], context()),
      await runCommand(Install, ['--paste'], context()),
      await runCommand(LiveAllow, [], context({ ask: { input: async () => host } })),
    ]

    expect(runs.map(({ error }) => error?.code)).toEqual(Array(4).fill('live.locked'))
    expect(arrived()).toBe(0)
  })

  it('allows reads and write previews by default', async () => {
    const { context, arrived, writes } = await makeLive()

    const read = await runCommand(Context, [], context({ agent }))
    const preview = await runCommand(
      CallRaw,
      ['DELETE', '/products/42', '--dry-run'],
      context({ agent, env: { SVCAPP_TOKEN: '' } }),
    )

    expect(read.exit).toBe(0)
    expect(preview.error?.code).not.toBe('live.locked')
    expect([arrived() > 0, writes()]).toEqual([true, 0])
  })

  it('SVCAPP_LIVE takes precedence over app.toml, and an unknown level is rejected', async () => {
    const { context, arrived } = await makeLive('access = "write"\n')

    const off = await runCommand(Context, [], context({ env: { SVCAPP_LIVE: 'off' } }))
    const wrong = await runCommand(Context, [], context({ env: { SVCAPP_LIVE: 'yes' } }))
    const status = await runCommand(LiveStatus, [], context({ env: { SVCAPP_LIVE: 'read' } }))

    expect([off.error?.code, wrong.error?.code]).toEqual(['live.locked', 'usage.invalid'])
    expect(status.stdout).toContain('read (SVCAPP_LIVE)')
    expect(status.stdout).toContain('app live allow')
    expect(arrived()).toBe(0)
  })

  it('status reports the source of the level: app.toml, the environment or the default', async () => {
    const silent = await makeLive()
    const said = await makeLive('access = "read"\n')
    const status = ({ context }: typeof silent, env = {}) => runCommand(LiveStatus, [], context({ env }))

    const runs = [await status(silent), await status(said), await status(said, { SVCAPP_LIVE: 'read' })]

    expect(runs.map(({ result }) => result)).toMatchObject([
      { level: 'read', setBy: 'default' },
      { level: 'read', setBy: 'app.toml' },
      { level: 'read', setBy: 'SVCAPP_LIVE' },
    ])
    expect(runs[0]?.stdout).toContain('read (the default)')
  })

  it.each([
    ['', ['base_url', 'admin_url', 'client_id']],
    ['[targets.live]\nbase_url = "https://live.example"\nclient_id = "cli_1"\n', ['admin_url']],
  ])('status reports missing live settings and exits with 0: %j', async (toml, missing) => {
    const { cwd, ...more } = makeContext()
    writeFileSync(join(cwd, 'app.toml'), `key = "app.acme.loyalty"\nname = "Loyalty"\n${toml}`)

    const { exit, result, stdout } = await runCommand(LiveStatus, [], makeContext({ cwd, paths: more.paths }))

    expect([exit, result]).toEqual([0, { configured: false, missing }])
    expect(stdout).toContain('The live platform is not set up')
    expect(stdout).toContain(missing.join(', '))
    expect(stdout).toContain('app register --target live')
  })
})
