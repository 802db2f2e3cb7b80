import { describe, expect, it } from 'vitest'

import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import Check from '../../../src/commands/check.ts'
import { runCommand } from '../../support/command/command.ts'
import { faults } from '../../support/live/faults.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'

describe('a developer and the live platform', () => {
  it('installs by a pasted address and calls the API over TLS', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()

    const installed = await developer.install()
    const called = await runCommand(CallOrdersList, ['--json'], developer.context())

    expect([installed.error, called.error]).toEqual([undefined, undefined])
    expect(JSON.parse(called.stdout)).toMatchObject({ success: true })
    expect(live.seen.map(({ method, target }) => `${method} ${target.replace(/\?.*/, '')}`)).toEqual([
      'POST /api/apps/oauth/token',
      'GET /api/apps/v1/context',
      'GET /api/apps/v1/orders',
    ])
  })

  it('retries a read after a 502 page of a proxy', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    live.fail(faults.badGateway, { times: 1, path: '/orders' })

    const { exit } = await runCommand(CallOrdersList, [], developer.context())

    expect(exit).toBe(0)
    expect(live.seen.filter(({ target }) => target.includes('/orders'))).toHaveLength(2)
  })

  it('is told where a redirect leads, and where a response is cut off', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()

    live.fail(faults.redirectTo('https://sign-in.example/x'))
    const redirected = await runCommand(CallOrdersList, [], developer.context())
    live.heal()
    live.fail(faults.truncated(60), { path: '/orders' })
    const cut = await runCommand(CallOrdersList, [], developer.context())

    expect(redirected.error).toMatchObject({
      code: 'net.redirected',
      message: expect.stringContaining('to https://sign-in.example (302)'),
    })
    expect(redirected.error?.suggestions?.[0]).toContain('If https://sign-in.example is the platform')
    expect(cut.error).toMatchObject({
      code: 'api.bad-answer',
      message: expect.stringContaining('is cut off after 60 bytes'),
    })
  })

  it('is led to the stored secret first after a rotation in the console', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await live.hands.control('POST', `/apps/${live.app.appKey}/rotate`, { which: 'client_secret' })

    const { error } = await developer.install()

    expect(error?.code).toBe('install.exchange-refused')
    expect(error?.suggestions?.[0]).toMatch(
      /^The client secret came from .* If it was rotated since then: `app secret set client --target live`$/,
    )
  })

  it('learns that app check stays on its own emulator, and how to try a locked write there', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()

    const check = await runCommand(Check, ['--target', 'live', '--list'], developer.context())
    const locked = await runCommand(CallRaw, ['DELETE', '/orders/1/costs/x', '--yes'], developer.context())

    expect(check.stderr).toBe('app check never uses the live platform: it runs on its own emulator.\n')
    expect(locked.error?.suggestions).toContain('Try it on the emulator: the same command with --target emulator.')
    expect(live.arrived()).toBe(0)
  })
})
