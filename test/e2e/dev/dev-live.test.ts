import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readConfirmed } from '../../../src/dev/live/console.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import { makeGateway } from '../../gateway/support.ts'
import { named, reach } from '../../support/dev/dev-events.ts'
import { makeOwnWay } from '../../support/dev/own-way.ts'
import { faults } from '../../support/live/faults.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { holdPort } from '../../support/processes/hold-port.ts'
import { runOnTerminal, shellLine } from '../../support/processes/on-terminal.ts'
import { program } from '../../support/program.ts'
import { freePorts, runCli, runTunnelled, type DevRun } from '../../support/run-cli.ts'
import { makeStandIn } from '../../tunnel/stand-in.ts'
import { code, makeLive, one, secrets, sent, stop, token, walkThrough } from '../support/live.ts'

async function deliver(url: string, eventId: string): Promise<number> {
  const body = Buffer.from(JSON.stringify({ eventId, storeId: 1001, regionId: 7, data: {} }))
  const timestamp = Math.floor(Date.now() / 1000)
  const key = signingKey(secrets.SVCAPP_SIGNING_SECRET)
  const headers = webhookHeaders({ key, topic: 'order.created', storeId: '1001', timestamp, body })
  return (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }))
    .status
}

function linkOf(why: DevRun, wanted: string): unknown {
  const { links } = JSON.parse(why.stdout()) as { links: { name: string }[] }
  return links.find(({ name }) => name === wanted)
}

describe('app dev --target live', () => {
  it('stores no token from an exchange with a code from elsewhere or a response for another app (T25)', async () => {
    const { project, way, start } = await makeLive({ appKey: 'app.other.one' })
    const run = start('--tunnel-url', way.url)
    const { outbound } = await reach(run, 'ready')
    const trade = (given: string) =>
      fetch(`${String(outbound)}/api/apps/oauth/token`, {
        method: 'POST',
        body: JSON.stringify({ clientId: 'cli_0123456789', clientSecret: 'cs_of_a_page', code: given }),
      })
    const notices = () => named(run, 'notice').map(({ text }) => String(text))

    const stranger = await trade('ee'.repeat(32))
    const foreign = await walkThrough(run)

    expect([stranger.status, foreign.status]).toEqual([200, 200])
    await expect.poll(notices).toContainEqual(expect.stringContaining('this session started no such install'))
    await expect.poll(notices).toContainEqual(expect.stringContaining('is for app.other.one'))
    await stop(run)
    expect(named(run, 'installed')).toEqual([])
    const tokens = runCli(project, ['token', 'list', '--target', 'live', '--json'])
    await tokens.ended
    expect(tokens.stdout()).not.toContain('"kind":"token"')
  })

  it('reports that the store admin is down before it lists the console fields', async () => {
    const { platform, way, start } = await makeLive()
    platform.fail(faults.badGateway, { path: '/store/' })

    const run = start('--tunnel-url', way.url)
    await reach(run, 'portal')
    await stop(run)

    expect(named(run, 'notice')[0]?.['text']).toBe(
      `admin_url ${platform.origins.admin}/store does not respond like the store admin (502, text/html). It may be unavailable. Try again later.`,
    )
  })

  it('lists the console fields, starts the app, detects the install, verifies the token and receives deliveries, without emulator (T11 T13 T25 P15)', async () => {
    const { project, platform, way, start } = await makeLive()

    const run = start('--tunnel-url', way.url)
    const { authorize, status } = await walkThrough(run)
    await reach(run, 'verified')
    const delivered = await deliver(`${way.url}/webhooks`, 'e-1')
    const forged = await fetch(`${way.url}/webhooks`, { method: 'POST', body: '{"eventId":"e-2"}' })
    const inspector = await fetch(`${way.url}/__inspector`)
    await reach(run, 'delivery')
    const exit = await stop(run)

    const { advice, changes } = one(run, 'portal') as { advice: string; changes: { field: string }[] }
    expect(advice).toBe('change')
    expect(changes).toHaveLength(10)
    expect(changes).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ field: 'webhook_url', value: `${way.url}/webhooks`, before: null }),
        expect.objectContaining({ field: 'redirect_uris', value: [`${way.url}/auth/callback`], before: null }),
      ]) as object,
    )
    expect(named(run, 'tunnel-down')).toEqual([])
    expect(named(run, 'notice')).toContainEqual(
      expect.objectContaining({
        text: `Redirect URL while \`app dev\` runs: ${way.url}/auth/callback. app.toml has http://127.0.0.1:${project.port}/auth/callback, so without this session \`app install --target live\` asks for the final URL.`,
        minor: true,
      }),
    )
    expect(named(run, 'notice').at(-1)).toMatchObject({
      text: `The platform still sends webhooks to ${way.url}. They fail until \`app dev --target live\` runs again.`,
    })
    expect(one(run, 'live')).toMatchObject({
      event: 'live',
      appKey: 'app.acme.loyalty',
      api: platform.origins.api,
      admin: `${platform.origins.admin}/store`,
    })
    expect(authorize.href).toMatch(
      `${platform.origins.admin}/store/admin/plugins/install/app.acme.loyalty?client_id=cli_0123456789`,
    )
    expect(one(run, 'install-address')).toMatchObject({
      url: `${way.url}/auth/start`,
      opened: false,
      singleUse: false,
    })
    expect(status).toBe(200)
    expect(
      platform.seen
        .filter(({ target }) => target.endsWith('/token'))
        .map(({ body }) => JSON.parse(body.toString()) as unknown),
    ).toEqual([{ clientId: 'cli_0123456789', clientSecret: secrets.SVCAPP_CLIENT_SECRET, code }])
    expect(one(run, 'installed')).toMatchObject({
      storeId: '1001',
      regionId: '7',
      regionCode: 'de',
      alreadyInstalled: false,
    })
    expect(one(run, 'verified')).toEqual({
      at: expect.any(String) as string,
      event: 'verified',
      storeId: '1001',
      storeCode: 'demo',
      regions: ['de'],
      problem: null,
    })
    for (const [target, topics] of [
      ['live', ['order.created']],
      ['emulator', []],
    ] as const) {
      const list = runCli(project, ['webhook', 'list', '--target', target, '--json'])
      await list.ended
      const { deliveries } = JSON.parse(list.stdout()) as { deliveries: { topic: string }[] }
      expect(deliveries.map(({ topic }) => topic)).toEqual(topics)
    }
    // The check of the address; one by the app, by the outbound side; one of our own.
    expect(
      platform.seen.filter(({ target }) => target.endsWith('/context')).map(({ headers }) => headers.authorization),
    ).toEqual([undefined, `Bearer ${token}`, `Bearer ${token}`])
    expect([delivered, forged.status, inspector.status]).toEqual([200, 401, 404])
    expect(project.seen()).toEqual(['e-1'])
    expect(one(run, 'ready')).toMatchObject({
      target: 'live',
      tunnel: way.url,
      admin: `${platform.origins.admin}/store`,
      store: null,
    })
    expect(named(run, 'app-output').map(({ line }) => line)).toContain(
      `known as ${way.url} ${way.url}/auth/callback ${platform.origins.admin}/store`,
    )
    expect(exit).toBe(130)
    expect(named(run, 'emulator')).toEqual([])
    expect(existsSync(join(project.home, 'emulator'))).toBe(false)
    for (const secret of [...Object.values(secrets).slice(0, 2), token]) {
      expect(run.stdout() + run.stderr()).not.toContain(secret)
    }
  })

  it('the second run announces and installs nothing, and verifies the stored token', async () => {
    const { project, platform, way, start } = await makeLive()
    const first = start('--tunnel-url', way.url)
    await walkThrough(first)
    await reach(first, 'verified')
    await stop(first)
    const kept = withInstalls(statePaths({ env: project.env, dataDir: '' }), (installs) => installs.listAll())
    platform.seen.length = 0

    const again = start('--tunnel-url', way.url)
    await reach(again, 'verified')
    await stop(again)

    expect(kept).toMatchObject([
      {
        identity: platform.origins.api,
        storeId: 1001,
        storeCode: 'demo',
        regions: [{ id: 7, code: 'de', countryCode: 'DE', domain: 'de.demo.example' }],
      },
    ])
    expect(one(again, 'portal')).toEqual({
      at: expect.any(String) as string,
      event: 'portal',
      appKey: 'app.acme.loyalty',
      advice: 'none',
      changes: [],
      note: null,
    })
    expect(one(again, 'installed')).toMatchObject({ alreadyInstalled: true, storeId: '1001' })
    expect(named(again, 'notice').filter(({ text }) => String(text).startsWith('Redirect URL'))).toEqual([])
    expect(named(again, 'install-address')).toEqual([])
    expect(sent(platform).map(({ target, headers }) => [target, headers.authorization])).toEqual([
      ['/api/apps/v1/context', `Bearer ${token}`],
    ])
  })

  it('confirms only install_scope and requested_scopes after an install, and nothing after a delivery (A16, INST-021)', async () => {
    const { project, platform, way, start } = await makeLive()
    project.replace('[scopes]', 'install_scope = "store"\n[scopes]')
    project.replace('required = ["orders.read"]', 'required = []')
    const place = {
      paths: statePaths({ env: project.env, dataDir: '' }),
      identity: platform.origins.api,
      appKey: 'app.acme.loyalty',
    }
    const confirmed = () => readConfirmed(place)?.fields
    const first = start('--tunnel-url', way.url)
    await reach(first, 'install-address')
    await stop(first)
    const before = confirmed()

    const run = start('--tunnel-url', way.url, '--published')
    await reach(run, 'install-address')
    await reach(run, 'app-listening')
    project.replace(
      'install_scope = "store"\n[scopes]\nrequired = []\n[webhooks]\ntopics = ["order.created"]',
      '[scopes]\nrequired = ["orders.read"]\n[webhooks]\ntopics = ["order.created", "order.paid"]',
    )
    await reach(run, 'app-listening', 2)
    await expect.poll(() => JSON.stringify(named(run, 'portal').at(-1))).toContain('order.paid')
    const delivered = await deliver(`${way.url}/webhooks`, 'e-1')
    const afterDelivery = confirmed()
    await walkThrough(run, `${way.url}/auth/callback`)
    await reach(run, 'verified')
    await stop(run)

    expect([before?.install_scope, delivered]).toEqual(['store', 200])
    expect(afterDelivery).toEqual(before)
    expect(confirmed()).toEqual({ ...before, install_scope: 'region', requested_scopes: ['orders.read'] })
  })

  it.each([
    ['502', faults.badGateway, 8, 'install.response-lost'],
    ['400', () => ({ status: 400, body: '{"success":false,"message":"Bad request"}' }), 4, 'install.exchange-rejected'],
  ])('`app install` fails with the error of the exchange by its app: %s', async (_, fault, exit, code) => {
    const { project, platform, way, start } = await makeLive()
    const run = start('--tunnel-url', way.url)
    await reach(run, 'install-address')
    await reach(run, 'app-listening')
    platform.fail(fault, { path: '/oauth/token' })
    const install = runCli(project, ['install', '--target', 'live', '--yes', '--json'])
    await expect.poll(() => install.stderr()).toContain('Waiting up to')

    await walkThrough(run)

    expect([await install.ended, install.stdout()]).toEqual([exit, expect.stringContaining(code)])
    expect(install.stdout()).not.toContain('`app install`')
    await stop(run)
  })

  it('rejects another client_id in app.toml while it runs, because the app would keep the old one', async () => {
    const { project, way, start } = await makeLive()
    const run = start('--tunnel-url', way.url)
    await reach(run, 'install-address')

    project.replace('client_id = "', 'client_id = "cli_other')
    const config = await reach(run, 'config')
    await stop(run)

    expect(config).toMatchObject({
      changed: [],
      problem: 'targets.live.client_id cannot change while `app dev` runs. Undo the change, or restart `app dev`.',
    })
  })

  it('--reinstall opens the owner approval again, and a changed key is rejected', async () => {
    const { project, way, start } = await makeLive()
    const first = start('--tunnel-url', way.url)
    await walkThrough(first)
    await reach(first, 'verified')
    await stop(first)

    const again = start('--tunnel-url', way.url, '--reinstall')
    await reach(again, 'install-address')
    await stop(again)
    project.replace('app.acme.loyalty', 'app.acme.other')
    const other = start('--tunnel-url', way.url)
    const exit = await other.ended

    expect(named(again, 'installed')).toEqual([])
    expect([exit, other.events().at(-1)?.['error']]).toEqual([
      3,
      expect.objectContaining({ code: 'project.key-changed' }) as object,
    ])
  })

  it('creates the database key of the app only once', async () => {
    const { project, way, start } = await makeLive()
    const tokenKeys = async () => {
      const run = start('--tunnel-url', way.url)
      await reach(run, 'ready')
      await stop(run)
      const env = runCli(project, ['env', '--target', 'live', '--reveal', '--json'])
      await env.ended
      return /"SVCAPP_TOKEN_KEY":"([0-9a-f]{64})"/.exec(env.stdout())?.[1]
    }

    const [first, two] = [await tokenKeys(), await tokenKeys()]

    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(two).toBe(first)
  })

  it('a token unknown to the platform is reported, and the app does not count as installed', async () => {
    const { way, start } = await makeLive({ contextStatus: 401 })

    const run = start('--tunnel-url', way.url)
    await walkThrough(run)
    await reach(run, 'verified')
    await stop(run)

    expect(one(run, 'verified')).toMatchObject({ storeCode: null, problem: expect.stringMatching(/.+/) as string })
  })

  it('does not suggest a new address for a published app, starts nothing and sends no secret (A17 APP-026)', async () => {
    const { platform, way, project, start } = await makeLive()

    const run = start('--tunnel-url', way.url, '--published')
    const exit = await run.ended

    expect(exit).toBe(3)
    expect(one(run, 'portal')).toMatchObject({ advice: 'compare' })
    expect(run.events().at(-1)).toMatchObject({ error: { code: 'dev.published' } })
    expect([named(run, 'app-started'), sent(platform)]).toEqual([[], []])
    expect(readdirSync(join(project.home, 'dev')).filter((name) => name.endsWith('.announced.json'))).toEqual([])
  })

  it('prompts and waits in a terminal, and every available key works (A17)', async () => {
    const { project, platform, way } = await makeLive()
    const ports = ['--port', String(way.target), ...freePorts.slice(2)]
    const words = [process.execPath, program, 'dev', '--target', 'live', '--yes', '--tunnel-url', way.url, ...ports]
    const { child, screen, shows } = runOnTerminal(project, `${shellLine(words)}; echo "exit $?"`)

    await shows('Is app.acme.loyalty published on the platform?')
    expect(screen()).not.toContain('Enter these values in the developer console')
    child.stdin.write('n\r')
    await shows('Does the developer console have these values for app.acme.loyalty now?')
    expect(screen()).toContain(`${way.url}/webhooks`)
    expect(screen()).not.toContain('node app.mjs')
    child.stdin.write('y\r')
    await shows('➜ Install')
    child.stdin.write('a')
    await shows(`The store admin: ${platform.origins.admin}/store`)
    child.stdin.write('t')
    await shows('The app is not installed in any store')
    child.stdin.write('q')
    await shows('exit 130')

    expect(screen()).toContain('no store yet')
    expect(screen()).toContain(`tunnel ${way.url}`)
    expect(sent(platform)).toEqual([])
  })

  it('prompts for secrets that are not stored, with no check mark before they are verified (T18)', async () => {
    const { project, way } = await makeLive()
    const env = { ...project.env, SVCAPP_CLIENT_SECRET: '', SVCAPP_SIGNING_SECRET: '', SVCAPP_PASSPHRASE: '' }
    const ports = ['--port', String(way.target), ...freePorts.slice(2)]
    const words = [process.execPath, program, 'dev', '--target', 'live', '--yes', '--no-published']
    const line = shellLine([...words, '--tunnel-url', way.url, ...ports])
    const { child, screen, shows } = runOnTerminal({ ...project, env }, `${line}; echo "exit $?"`)

    await shows('Passphrase for the new file')
    child.stdin.write('short\r')
    await shows('Too short.')
    child.stdin.write(`${secrets.SVCAPP_PASSPHRASE}\r`)
    await shows('Repeat the passphrase')
    child.stdin.write(`${secrets.SVCAPP_PASSPHRASE}\r`)
    await shows('client_secret from the developer console')
    child.stdin.write('wrong\r')
    await shows('A client_secret starts with cs_.')
    child.stdin.write(`${secrets.SVCAPP_CLIENT_SECRET}\r`)
    await shows('webhook_signing_secret from the developer console')
    child.stdin.write(`${secrets.SVCAPP_SIGNING_SECRET}\r`)
    await shows('LIVE platform')
    const untilThen = screen().split('LIVE platform', 1)[0] ?? ''
    await shows('Does the developer console have these values for app.acme.loyalty now?')
    child.stdin.write('y\r')
    await shows('➜ Install')
    child.stdin.write('q')
    await shows('exit 130')

    expect(untilThen.split('✔')).toHaveLength(1)
    expect(screen()).not.toContain(secrets.SVCAPP_SIGNING_SECRET)
  })

  it('first warns of another machine, and ends at the first secret that is skipped', async () => {
    const { project, way } = await makeLive()
    const env = { ...project.env, SVCAPP_CLIENT_SECRET: '', SVCAPP_SIGNING_SECRET: '' }
    const words = [process.execPath, program, 'dev', '--target', 'live', '--yes', '--no-published']
    const line = shellLine([...words, '--tunnel-url', way.url, '--port', String(way.target), ...freePorts.slice(2)])
    const { child, screen, shows } = runOnTerminal({ ...project, env }, `${line}; echo "exit $?"`)

    await shows('client_secret from the developer console')
    const untilThen = screen()
    child.stdin.write('\r')
    await shows('exit 3')

    expect(untilThen).toContain('No values were confirmed on this machine before.')
    expect(screen()).toContain("This app's client_secret for")
    expect(screen()).not.toContain('webhook_signing_secret from the developer console')
  })

  it('reports that its public address points to another running app dev', async () => {
    const { project, way } = await makeLive()
    await makeGateway(await freePort(), { port: way.target, probe: { path: '/.svcapp-probe/other', answer: 'other' } })
    const words = ['dev', '--target', 'live', '--yes', '--json', '--no-published', ...freePorts]

    const run = runCli(project, [...words, '--tunnel-url', way.url])
    const notice = await reach(run, 'tunnel-notice')
    await stop(run)

    expect(notice['text']).toBe(
      `${way.url} points to another running \`app dev\`. Stop the other \`app dev\` (\`app dev stop\` in its folder), or use another address with --tunnel-url.`,
    )
  })

  it('without --yes opens no install page before the key i, and warns on each later press', async () => {
    const { project, platform, way } = await makeLive()
    const ports = ['--port', String(way.target), ...freePorts.slice(2)]
    const words = [process.execPath, program, 'dev', '--target', 'live', '--no-published', '--tunnel-url', way.url]
    const { child, screen, shows } = runOnTerminal(project, `${shellLine([...words, ...ports])}; echo "exit $?"`)
    const count = (text: string) => screen().split(text).length - 1

    await shows('Use it anyway?')
    child.stdin.write('y\r')
    await shows("this project's dev command")
    child.stdin.write('y\r')
    await shows('Does the developer console have these values for app.acme.loyalty now?')
    child.stdin.write('y\r')
    await shows('Your deployed app or a colleague')
    await shows('Press i to install.')
    const openedAtStart = count('➜ Install')
    child.stdin.write('i')
    await shows('➜ Install')
    child.stdin.write('i')
    await shows('Nothing was opened yet. Press i again to install.')
    const opened = count('➜ Install')
    child.stdin.write('q')
    await shows('exit 130')

    expect([openedAtStart, opened]).toEqual([0, 1])
    expect(sent(platform)).toEqual([])
  })

  it('announces an address change field by field, and webhook why tests the address from outside (P10)', async () => {
    const { project } = await makeLive()
    const standIn = makeStandIn()
    const argv = ['--target', 'live', '--no-published', '--tunnel', 'quick', '--yes', '--json', ...freePorts]

    const run = runTunnelled(project, argv, standIn)
    await reach(run, 'ready')
    const before = String(one(run, 'tunnel-up')['url'])
    process.kill(standIn.starts()[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => named(run, 'portal').length).toBe(2)
    const after = String(named(run, 'tunnel-up').at(-1)?.['url'])
    const why = runCli(project, ['webhook', 'why', 'order.created', '--target', 'live', '--json'])
    await why.ended
    run.child.kill('SIGKILL')
    await run.ended
    await expect.poll(() => fetch(after).catch(() => null)).toBeNull()
    const later = runCli(project, ['webhook', 'why', 'order.created', '--target', 'live', '--json'])
    await later.ended

    expect(named(run, 'portal')[1]).toMatchObject({
      advice: 'change',
      changes: [
        { field: 'redirect_uris', value: [`${after}/auth/callback`], before: [`${before}/auth/callback`] },
        { field: 'webhook_url', value: `${after}/webhooks`, before: `${before}/webhooks` },
      ],
    })
    expect(linkOf(why, 'tunnel')).toMatchObject({ state: 'ok', found: after })
    expect(linkOf(why, 'gateway')).toMatchObject({ state: 'ok' })
    expect(linkOf(why, 'webhook address')).toMatchObject({
      state: 'broken',
      found: expect.stringContaining(`${after}/webhooks is on this machine`),
    })
    expect(linkOf(later, 'tunnel')).toMatchObject({ state: 'broken', found: `${after} does not reach this machine` })
  })

  it('uses the tunnel from app.toml, and a free outbound port if the default one is in use', async () => {
    const way = await makeOwnWay()
    const { project } = await makeLive({ toml: `tunnel_url = "${way.url}"\n` })
    const isHeld = await holdPort(4811)

    const run = runCli(project, [
      'dev',
      '--target',
      'live',
      '--no-published',
      '--yes',
      '--json',
      '--port',
      String(way.target),
      ...freePorts.slice(4),
    ])
    await reach(run, 'ready')
    await stop(run)

    expect(one(run, 'ready')).toMatchObject({
      tunnel: way.url,
      // The run may have it if another program kept it until just before.
      outbound: (isHeld ? expect.not.stringContaining(':4811') : expect.any(String)) as string,
    })
  })

  it.each([
    ['no way in', [], {}, 2, 'usage.missing'],
    ['neither --published nor --no-published', null, {}, 2, 'usage.missing'],
    ['--tunnel none', ['--tunnel', 'none'], {}, 2, 'usage.invalid'],
    ['--approve', ['--approve', '--tunnel', 'quick'], {}, 2, 'usage.invalid'],
    ['--store', ['--store', 'demo', '--tunnel', 'quick'], {}, 2, 'usage.invalid'],
    ['--region', ['--region', 'de', '--tunnel', 'quick'], {}, 2, 'usage.invalid'],
    ['an origin that nobody trusts', ['--tunnel', 'quick'], { SVCAPP_TRUST_ORIGIN: '' }, 3, 'project.origin-untrusted'],
    ['TLS checks off', ['--tunnel', 'quick'], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 8, 'net.tls-off'],
    ['no client secret', ['--tunnel', 'quick'], { SVCAPP_CLIENT_SECRET: '' }, 3, 'project.not-registered'],
    ['no signing secret', ['--tunnel', 'quick'], { SVCAPP_SIGNING_SECRET: '' }, 3, 'project.not-registered'],
    [
      'a signing secret that is none',
      ['--tunnel', 'quick'],
      { SVCAPP_SIGNING_SECRET: 'AB' },
      3,
      'project.not-registered',
    ],
  ] as const)('with %s, starts nothing and sends nothing (T25 T31)', async (what, argv, env, exit, error) => {
    const { project, platform } = await makeLive()
    if (what === 'TLS checks off') project.replace(platform.origins.api, 'https://127.0.0.1:9')
    const origin = what === 'TLS checks off' ? { SVCAPP_TRUST_ORIGIN: 'https://127.0.0.1:9' } : {}

    const run = runCli({ ...project, env: { ...project.env, ...origin, ...env } }, [
      'dev',
      '--target',
      'live',
      '--yes',
      '--json',
      ...freePorts,
      ...(argv === null ? ['--tunnel', 'quick'] : ['--no-published', ...argv]),
    ])
    const ended = await run.ended

    expect([ended, run.events().at(-1)?.['error']]).toEqual([exit, expect.objectContaining({ code: error }) as object])
    if (what === 'a signing secret that is none') {
      expect(run.stdout()).toContain('It came from SVCAPP_SIGNING_SECRET.')
      expect(run.stdout()).toContain('Fix or unset SVCAPP_SIGNING_SECRET.')
    }
    expect([named(run, 'app-started'), named(run, 'gateway'), platform.seen]).toEqual([[], [], []])
    expect(existsSync(join(project.home, 'emulator'))).toBe(false)
  })

  it('the session file and the saved announcement contain no secret', async () => {
    const { project, way, start } = await makeLive()
    const run = start('--tunnel-url', way.url)
    await reach(run, 'ready')
    const files = readdirSync(join(project.home, 'dev')).filter((name) => name.endsWith('.json'))
    const texts = files.map((name) => readFileSync(join(project.home, 'dev', name), 'utf8')).join('\n')
    await stop(run)

    expect(files.some((name) => name.endsWith('.announced.json'))).toBe(true)
    for (const secret of [secrets.SVCAPP_CLIENT_SECRET, secrets.SVCAPP_SIGNING_SECRET])
      expect(texts).not.toContain(secret)
  })
})
