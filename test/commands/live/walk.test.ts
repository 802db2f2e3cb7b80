import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import Check from '../../../src/commands/check.ts'
import Dev from '../../../src/commands/dev/index.ts'
import Install from '../../../src/commands/install.ts'
import SecretSet from '../../../src/commands/secret/set.ts'
import { runCommand } from '../../support/command/command.ts'
import type { CapturedContext } from '../../support/context.ts'
import { faults } from '../../support/live/faults.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'

describe('a developer and the live platform', () => {
  it('installs with a pasted address and calls the API over TLS', async () => {
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

  it('is advised to install with --paste again after a 502 at the exchange', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    live.fail(faults.badGateway, { times: 1, path: '/oauth/token' })

    const { error } = await developer.install()

    expect(error?.code).toBe('install.response-lost')
    expect(error?.suggestions?.join(' ')).toContain('Run `app install --paste` again')
  })

  it('retries a read after a 502 page from a proxy', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    live.fail(faults.badGateway, { times: 1, path: '/orders' })

    const { exit } = await runCommand(CallOrdersList, [], developer.context())

    expect(exit).toBe(0)
    expect(live.seen.filter(({ target }) => target.includes('/orders'))).toHaveLength(2)
  })

  it('sees before an install that SVCAPP_TOKEN stays the token for calls', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    const env = { SVCAPP_TOKEN: `svcapp_1001_7_${'70'.repeat(32)}` }

    const { stderr } = await runCommand(
      Install,
      ['--paste'],
      developer.context({ env, ask: { confirm: async () => false } }),
    )

    expect(stderr).toMatch(
      /^SVCAPP_TOKEN is set and overrides this install's token in calls\. To use the new token, unset SVCAPP_TOKEN\.\n[\s\S]*revokes its current token/,
    )
    expect(live.arrived()).toBe(0)
  })

  it('is pointed to the stored secret first after a rotation in the console', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await live.hands.control('POST', `/apps/${live.app.appKey}/rotate`, { which: 'client_secret' })

    const { error } = await developer.install()

    expect(error?.code).toBe('install.exchange-rejected')
    expect(error?.suggestions?.[0]).toMatch(
      /^The client secret came from .* If the secret was rotated since then, run `app secret set client --target live`\.$/,
    )
  })

  it('sees that app check uses its own emulator, and how to test a locked write there', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()

    const check = await runCommand(Check, ['--target', 'live', '--list'], developer.context())
    const locked = await runCommand(CallRaw, ['DELETE', '/orders/1/costs/x', '--yes'], developer.context())

    expect(check.stderr).toBe('`app check` never uses the live platform. It starts its own emulator.\n')
    expect(locked.error?.suggestions).toContain('To try the command on the emulator, run it with --target emulator.')
    expect(live.arrived()).toBe(0)
  })

  it.each([
    ['app dev', async (at: CapturedContext) => runCommand(Dev, ['--tunnel-url', 'https://dev.example'], at)],
    ['app install', async (at: CapturedContext) => runCommand(Install, [], at)],
    ['app secret set', async (at: CapturedContext) => runCommand(SecretSet, [], at)],
  ])('sees before %s asks for trust or a secret that base_url and admin_url are swapped', async (_name, run) => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    const { api, admin } = live.origins
    const swapped = live.toml.replace(api, 'X').replace(admin, api).replace('X', admin)
    writeFileSync(join(developer.cwd, 'app.toml'), swapped)
    let shown = ''
    const context: CapturedContext = developer.context({
      env: { SVCAPP_TRUST_ORIGIN: '' },
      ask: { confirm: async () => ((shown = context.captured.stderr()), false) },
    })

    const { error } = await run(context)

    expect(shown).toContain(`base_url ${admin} does not respond like the platform's API (404, text/html). It may be`)
    expect(error?.code).toBe('project.origin-untrusted')
    expect(live.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  })
})
