import { describe, expect, it, onTestFinished } from 'vitest'

import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import Status from '../../../src/commands/status.ts'
import WebhookWhy from '../../../src/commands/webhook/why.ts'
import { confirmConsole } from '../../../src/dev/live/console.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { noteTunnel } from '../../../src/dev/notes/tunnel-note.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { addDelivery } from '../../inspector/fixture.ts'
import { runCommand } from '../../support/command/command.ts'
import type { ContextOverrides } from '../../support/context.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { diagnose } from '../../tasks/doctor/support.ts'

/** Advice names the target where the environment does not select it. */
const untargeted = { SVCAPP_TARGET: undefined }
const topics = '[webhooks]\ntopics = ["order.created"]\n'

async function makeMachines({ url = 'url = "https://loyalty.example/webhooks"\n' } = {}) {
  const live = await makeStandIn()
  // Another program on this machine may listen on the default port.
  const more = `${topics}${url}[dev]\nport = ${await freePort()}\n`
  const [first, second] = [await live.makeDeveloper(more), await live.makeDeveloper(more)]
  const { appKey } = live.app
  const owner = { identity: live.origins.api, appKey, paths: first.paths }
  const whyOn = async (context: ReturnType<typeof first.context>) => {
    const { stdout, exit } = await runCommand(WebhookWhy, ['order.created', '--target', 'live', '--json'], context)
    const { links, broken } = JSON.parse(stdout) as {
      broken: string | null
      links: { name: string; state: string; found: string; remedy: string | null }[]
    }
    const remedies = links.map(({ remedy }) => remedy ?? '').join('\n')
    return { exit, broken, remedies, link: (name: string) => links.find((one) => one.name === name) }
  }
  /** The second machine with nothing but SVCAPP_TOKEN. */
  const withToken = (token: string, env: ContextOverrides['env'] = {}) =>
    second.context({
      env: { ...untargeted, SVCAPP_TOKEN: token, ...env },
      credentials: async () => ({ ...second.credentials, get: async ({ kind }) => (kind === 'token' ? token : null) }),
    })
  return { live, first, second, owner, whyOn, withToken }
}

function passToApp(paths: Parameters<typeof withInstalls>[0]) {
  withInstalls(paths, (all) => {
    for (const install of all.listAll()) all.put({ ...install, holder: 'app' })
  })
}

describe('webhook why with SVCAPP_TOKEN alone', () => {
  it('asks the platform for the install of the token, and suggests no install', async () => {
    const { live, whyOn, withToken } = await makeMachines()
    const { token } = await live.hands.installApp({ app: live.app, store: live.store })

    const { exit, broken, link, remedies } = await whyOn(withToken(token))

    expect([exit, broken]).toEqual([0, null])
    expect(link('install')).toMatchObject({ state: 'ok', found: 'installed in demo, as SVCAPP_TOKEN shows' })
    expect([link('scope')?.state, link('payment')?.state]).toEqual(['ok', 'ok'])
    expect(link('signing secret')).toMatchObject({ state: 'unknown', found: 'not stored on this machine' })
    expect(remedies).not.toContain('install')
  })

  it('reports the install and address as unknown until a user trusts the platform', async () => {
    const { live, whyOn, withToken } = await makeMachines({ url: '' })
    const { token } = await live.hands.installApp({ app: live.app, store: live.store })

    const { broken, link, remedies } = await whyOn(withToken(token, { SVCAPP_TRUST_ORIGIN: '' }))

    expect(broken).toBeNull()
    expect(link('install')).toMatchObject({
      state: 'unknown',
      found: 'SVCAPP_TOKEN belongs to an unknown install',
      remedy: 'Run `app context --target live`.',
    })
    expect(link('webhook address')?.state).toBe('unknown')
    expect(remedies).not.toContain('app install')
    expect(live.arrived()).toBe(0)
  })

  it('reports the variable that contains the rejected token', async () => {
    const { whyOn, withToken } = await makeMachines()

    const { broken, link } = await whyOn(withToken(`svcapp_1_1_${'70'.repeat(32)}`))

    expect(broken).toBe('install')
    expect(link('install')?.found).toContain('the platform rejected the token (401')
    expect(link('install')?.remedy).not.toContain('app install')
  })
})

describe('webhook why while the platform does not respond', () => {
  it('reports the failed response as the link that cannot be checked', async () => {
    const { first, whyOn, withToken } = await makeMachines()
    await first.install()
    passToApp(first.paths)
    const send = async () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') })
    const context = first.context({ env: untargeted, send, sleep: async () => {} })

    const { broken, link } = await whyOn(context)
    const topic = await runCommand(WebhookWhy, ['order.created', '--target', 'live'], context)
    const overview = await runCommand(WebhookWhy, ['--target', 'live'], context)
    const given = await whyOn({ ...withToken(`svcapp_1_1_${'70'.repeat(32)}`), send, sleep: async () => {} })

    const found =
      "this response is not from the platform's API (502, 6 bytes of text/html). A gateway or proxy in front of the platform responded"
    const unknown = { state: 'unknown', remedy: 'Try again later. If the problem continues, contact platform support.' }
    expect([broken, given.broken]).toEqual([null, null])
    for (const of of [link, given.link]) {
      expect(of('install')).toMatchObject({ ...unknown, found })
      expect(of('payment')).toMatchObject({ ...unknown, found: 'the platform did not respond' })
    }
    expect(link('scope')?.state).toBe('ok')
    expect(topic.stdout).toMatch(
      /\n\nCannot be checked: install\.\nTry again later\. If the problem continues, contact platform support\.\n$/,
    )
    expect(overview.stdout).toContain(`? order.created  install: ${found}\n\n${unknown.remedy}`)
  })
})

describe('webhook why after a rejected token', () => {
  it('reports the same error as a call after the install scope has changed', async () => {
    const { live, first, whyOn } = await makeMachines()
    await first.install()
    await live.hands.registerApp({ appKey: live.app.appKey, install_scope: 'store' })

    const called = await runCommand(CallOrdersList, [], first.context())
    const { broken, link } = await whyOn(first.context({ env: untargeted }))

    const changed = 'Restore the previous install scope in app.toml and in the developer console'
    expect(called.stderr).toContain(changed)
    expect([broken, link('install')?.found]).toEqual([
      'install',
      "the token does not match the app's registered install scope (The app token's scope is inconsistent.)",
    ])
    expect(link('install')?.remedy).toContain(changed)
  })

  it('reports that the app was uninstalled after it accepted `app.uninstalled`', async () => {
    const { live, first, owner, whyOn } = await makeMachines()
    await first.install()
    await live.hands.control('POST', `/stores/${live.store.code}/apps/${owner.appKey}/uninstall`, {})
    const journal = openJournal({ path: first.paths.journalDb, appKey: owner.appKey })
    onTestFinished(() => journal.close())
    const uninstall = { topic: 'app.uninstalled', storeId: String(live.store.store.id), regionId: '1' }

    addDelivery(journal, { ...uninstall, target: 'live', status: 500 })
    addDelivery(journal, { ...uninstall, eventId: 'test:1', target: 'live', status: 200 })
    const rejected = await whyOn(first.context({ env: untargeted }))
    addDelivery(journal, { ...uninstall, target: 'live', status: 200 })
    const accepted = await whyOn(first.context({ env: untargeted }))

    expect(rejected.link('install')?.found).toContain('the platform rejected the token (401')
    expect(accepted.link('install')).toMatchObject({
      state: 'broken',
      found: expect.stringContaining('the app was uninstalled: it accepted `app.uninstalled') as string,
      remedy: 'To reinstall the app, press `i` in `app dev --target live`, or run `app install --target live`.',
    })
  })
})

describe('webhook why and app status while `app dev` waits for an answer about production addresses', () => {
  it('suggests to answer there, and no command lists the tunnel as the required address', async () => {
    const { first, owner, whyOn } = await makeMachines()
    await first.install()
    const fields = { webhook_url: 'https://loyalty.example/webhooks' }
    confirmConsole(owner, { fields, origin: null, at: null })
    const probe = { path: '/__gateway', answer: 'here' }
    noteTunnel(owner, { url: 'https://dev.example', gateway: 'http://127.0.0.1:9', probe, isOwn: true })
    const lock = lockProject({ paths: first.paths, dir: first.cwd, pid: process.pid })
    onTestFinished(() => lock.release())

    const { broken, link } = await whyOn(first.context({ env: untargeted }))
    const status = await runCommand(Status, ['--target', 'live'], first.context({ env: untargeted }))

    expect([broken, link('webhook address')]).toMatchObject([
      'webhook address',
      { remedy: expect.stringMatching(/^`app dev --target live` is not ready yet and may be waiting for your answer/) },
    ])
    expect(status.stdout).toContain('https://loyalty.example/webhooks')
    expect(status.stdout).not.toContain('https://dev.example')
  })
})

describe('two installs in regions of one store', () => {
  it('calls and webhook why use the same region and name it', async () => {
    const { first, whyOn } = await makeMachines()
    await first.install({ region: 'tr' })
    await first.install({ region: 'de' })

    const called = await runCommand(CallOrdersList, [], first.context())
    const named = await runCommand(CallOrdersList, ['--region', 'de'], first.context())
    const { link } = await whyOn(first.context({ env: untargeted }))

    expect(called.stderr).toMatch(/^Using region tr of .*\. To select another region, add --region: tr \(.*, de \(/)
    expect(named.stderr).not.toContain('Using region')
    expect(link('install')?.found).toBe('installed in demo, region tr (also in de: add --region)')
  })
})

describe('a second machine without an install on record', () => {
  it('suggests no install after a live event has arrived', async () => {
    const { live, first, second, owner, whyOn } = await makeMachines()
    await first.install()
    const journal = openJournal({ path: second.paths.journalDb, appKey: owner.appKey })
    onTestFinished(() => journal.close())
    addDelivery(journal, { target: 'live', status: 200, storeId: String(live.store.store.id), regionId: '1' })

    const { link, remedies } = await whyOn(second.context({ env: untargeted }))
    const { of } = await diagnose(second.context({ env: untargeted }), '--target', 'live')

    expect(link('install')?.state).toBe('ok')
    expect(of('installs').found).toMatch(/^delivery 1 arrived .*, region 1, so the app is installed there/)
    expect(`${remedies} ${of('installs').remedy}`).not.toContain('app install')
  })
})

describe('webhook why while the tunnel of `app dev` is closed', () => {
  it('reports a stopped `app dev` as the cause', async () => {
    const { first, owner, whyOn } = await makeMachines({ url: '' })
    await first.install()
    const fields = { webhook_url: 'https://old.example/webhooks' }
    confirmConsole(owner, { fields, origin: 'https://old.example', at: null })

    const { broken, link } = await whyOn(first.context({ env: untargeted }))
    const overview = await runCommand(WebhookWhy, ['--target', 'live'], first.context({ env: untargeted }))

    const found =
      'the console sends events to https://old.example, the tunnel of `app dev --target live`, which is not running'
    expect([broken, link('tunnel')?.found, link('tunnel')?.remedy]).toEqual([
      'tunnel',
      found,
      'Run `app dev --target live`.',
    ])
    for (const name of ['gateway', 'app']) {
      expect(link(name)).toMatchObject({ state: 'unknown', found: '`app dev --target live` is not running' })
    }
    expect([overview.exit, overview.stdout]).toEqual([11, expect.stringContaining(`✗ order.created  tunnel: ${found}`)])
  })

  it('prints no check mark while `app dev` waits for its tunnel', async () => {
    const { first, owner } = await makeMachines({ url: '' })
    await first.install()
    const fields = { webhook_url: 'https://old.example/webhooks' }
    confirmConsole(owner, { fields, origin: 'https://old.example', at: null })
    passToApp(first.paths)
    const lock = lockProject({ paths: first.paths, dir: first.cwd, pid: process.pid })
    onTestFinished(() => lock.release())

    const topic = await runCommand(
      WebhookWhy,
      ['order.created', '--target', 'live'],
      first.context({ env: untargeted }),
    )
    const overview = await runCommand(WebhookWhy, ['--target', 'live'], first.context({ env: untargeted }))

    expect([overview.exit, overview.stdout.split('\n')[0]]).toEqual([
      0,
      '? order.created  no problem found in the links that this machine can check',
    ])
    expect(overview.stdout).toMatch(/^\d links are unknown: topic, .*, tunnel, gateway, app,/m)
    expect(topic.stdout).toContain('`app dev --target live` is starting, and its tunnel is not open yet')
  })
})
