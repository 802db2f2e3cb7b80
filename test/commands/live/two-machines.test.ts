import { describe, expect, it } from 'vitest'

import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import Context from '../../../src/commands/context.ts'
import Doctor from '../../../src/commands/doctor.ts'
import Install from '../../../src/commands/install.ts'
import LiveStatus from '../../../src/commands/live/status.ts'
import TokenShow from '../../../src/commands/token/show.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'

const OTHER_TOKEN =
  'If the app is installed on another machine, run `app token show --reveal --target live` there, and set SVCAPP_TOKEN on this machine to the printed token.'

describe('two machines with one app', () => {
  it('the second one is pointed to the token of the first, and asks before an install revokes it', async () => {
    const live = await makeStandIn()
    const [first, second] = [await live.makeDeveloper(), await live.makeDeveloper()]
    await first.install()

    const unknown = await runCommand(CallOrdersList, [], second.context())
    const asked: string[] = []
    const no = async ({ message }: { message: string }) => (asked.push(message), false)
    const declined = await runCommand(Install, ['--paste'], second.context({ ask: { confirm: no } }))
    const unasked = await runCommand(Install, ['--paste'], second.context())
    const still = await runCommand(CallOrdersList, [], first.context())

    expect(unknown.error).toMatchObject({
      code: 'install.unknown',
      suggestions: [OTHER_TOKEN, expect.stringContaining('not installed anywhere yet')],
    })
    expect(asked).toHaveLength(1)
    expect(declined.stderr).toContain(
      'approving revokes its current token there. Your deployed app or a colleague may be using that token.',
    )
    expect([declined.exit, unasked.error?.code, still.exit]).toEqual([130, 'usage.missing', 0])
    expect(live.seen.filter(({ target }) => target.endsWith('/oauth/token'))).toHaveLength(1)
  })

  it('the first one gets no advice to reinstall after the second one has replaced its token', async () => {
    const live = await makeStandIn()
    const [first, second] = [await live.makeDeveloper(), await live.makeDeveloper()]
    await first.install()
    const { stderr } = await second.install()
    const revoked = await runCommand(CallOrdersList, [], first.context())

    expect(stderr).toContain(
      'If your app or a colleague had a token for this store and region, that token is now revoked.',
    )
    expect(revoked.error).toMatchObject({ code: 'api.unauthorized' })
    expect(revoked.error?.suggestions?.[0]).toBe(OTHER_TOKEN)
  })
})

describe('app token show with SVCAPP_TOKEN', () => {
  it('does not suggest setting the variable, with or without an install on record', async () => {
    const live = await makeStandIn()
    const [first, second] = [await live.makeDeveloper(), await live.makeDeveloper()]
    await first.install()
    const env = { SVCAPP_TOKEN: `svcapp_1001_7_${'70'.repeat(32)}` }
    const stored = async () => null

    const unknown = await runCommand(TokenShow, [], second.context({ env }))
    const lost = await runCommand(
      TokenShow,
      [],
      first.context({ env, credentials: async () => ({ ...first.credentials, stored }) }),
    )

    const suggestions = ['SVCAPP_TOKEN is set, and calls use it. To see its install, run `app context`.']
    expect(unknown.error).toMatchObject({ code: 'install.unknown', suggestions })
    expect(lost.error).toMatchObject({ code: 'install.no-token', suggestions })
  })
})

describe('an environment variable on live', () => {
  const values = (value: string) => [value, `"${value}"`, `'${value}'`, ` ${value} `, `${value}\n`, `"${value}"\r\n`]

  it.each(values('live'))('is applied despite quotes and line feeds: SVCAPP_TARGET=%j', async (SVCAPP_TARGET) => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()

    const { error } = await runCommand(Context, [], developer.context({ env: { SVCAPP_TARGET } }))

    expect(error?.code).toBe('install.unknown')
  })

  it('is applied despite quotes and line feeds: SVCAPP_LIVE and SVCAPP_TRUST_ORIGIN', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()

    for (const [index, SVCAPP_LIVE] of values('write').entries()) {
      const env = { SVCAPP_LIVE, SVCAPP_TRUST_ORIGIN: values(live.origins.api)[index] ?? '' }
      const status = await runCommand(LiveStatus, ['--json'], developer.context({ env }))
      const read = await runCommand(Context, [], developer.context({ env }))
      expect([JSON.parse(status.stdout), read.exit]).toEqual([
        expect.objectContaining({ level: 'write', setBy: 'SVCAPP_LIVE', writes: 'confirm' }),
        0,
      ])
    }
  })

  it.each(['', '""', '\n'])('counts as unset if empty: %j', async (value) => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    const env = { SVCAPP_LIVE: value, SVCAPP_TOKEN: value, SVCAPP_TRUST_ORIGIN: value, SVCAPP_CREDENTIALS: value }

    const status = await runCommand(LiveStatus, ['--json'], developer.context({ env }))
    const untrusted = await runCommand(Context, [], developer.context({ env }))

    expect(JSON.parse(status.stdout)).toMatchObject({ level: 'read', setBy: 'default' })
    expect([untrusted.error?.code, live.arrived()]).toEqual(['install.unknown', 0])
  })

  it('is shown on one line if invalid', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()

    const target = await runCommand(Context, [], developer.context({ env: { SVCAPP_TARGET: 'li\nve' } }))
    const level = await runCommand(LiveStatus, [], developer.context({ env: { SVCAPP_LIVE: 'all' } }))

    expect(target.error?.message).toBe('SVCAPP_TARGET must be one of emulator, live, not "li\\nve".')
    expect(level.error?.message).toBe('SVCAPP_LIVE is "all". Allowed: off, read or write.')
  })

  it('is reported if it contains the token of another app, and no call uses it', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    const other = await live.hands.registerApp({ appKey: 'app.other.one', requested_scopes: ['orders.read'] })
    const store = await live.hands.openStore({ appKey: other.appKey })
    const installed = await live.hands.installApp({ app: other, store })
    const env = { SVCAPP_TOKEN: installed.token }
    const given = { ...developer.credentials, get: async () => installed.token }
    const context = () => developer.context({ env, credentials: async () => given })

    const read = await runCommand(Context, [], context())
    const listed = await runCommand(CallOrdersList, [], context())
    const doctor = await runCommand(Doctor, ['--json'], context())

    const message = "SVCAPP_TOKEN is a token for app.other.one, but this project's app is app.acme.loyalty."
    expect([read.error?.message, listed.error?.message]).toEqual([message, message])
    expect(doctor.stdout).toContain(message)
    expect(live.seen.filter(({ target }) => target.includes('/orders'))).toEqual([])
  })
})
