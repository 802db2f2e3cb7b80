import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import WebhookTrigger from '../../../src/commands/webhook/trigger.ts'
import type { Context } from '../../../src/context.ts'
import { openInstalls, type Install } from '../../../src/project/installs.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../../src/protocol/webhook-signature.ts'
import { makeApp, type Answer } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'
import { freePort } from '../../support/processes/free-port.ts'

const SECRET = '5e'.repeat(32)

async function makeProject(answer?: Answer) {
  const app = await makeApp(answer)
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-trigger-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(
    join(cwd, 'app.toml'),
    `key = "app.acme.loyalty"
name = "Loyalty"
redirect_uris = ["http://127.0.0.1:${app.port}/auth/callback"]
[scopes]
required = ["orders.read"]
[webhooks]
topics = ["order.created"]
[dev]
port = ${app.port}
`,
  )
  const context = makeContext({
    cwd,
    env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET },
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  })
  const verdict = () => {
    const { headers, body } = app.seen.at(-1) ?? { headers: {}, body: Buffer.alloc(0) }
    return verifyWebhook({ key: signingKey(SECRET), headers, body, now: NOON })
  }
  return { app, cwd, context, verdict, body: () => JSON.parse(app.seen.at(-1)?.body.toString() ?? '') }
}

const install: Install = {
  identity: 'emulator:x',
  appKey: 'app.acme.loyalty',
  storeId: 1042,
  regionId: null,
  storeCode: 'demo',
  storeName: 'Demo',
  storeDomain: 'demo.example',
  installScope: 'store',
  scopes: ['orders.read'],
  regions: [
    { id: 11, code: 'tr', currency: 'TRY', isDefault: false },
    { id: 12, code: 'de', currency: 'EUR', isDefault: true },
  ],
  installedAt: '2026-11-21T12:00:00.000Z',
}

describe('app webhook trigger', () => {
  it('prints eventId, status and ms, and the app receives a valid delivery', async () => {
    const { context, verdict, app } = await makeProject()

    const { stdout, exit } = await runCommand(WebhookTrigger, ['order.created'], context)

    expect([exit, app.seen.length]).toEqual([0, 1])
    expect(stdout).toMatch(/^test:[0-9a-f-]{36} {2}200 {2}\d+ ms\n$/)
    expect(app.seen[0]?.target).toBe('/webhooks')
    expect(verdict()).toMatchObject({ ok: true, topic: 'order.created' })
  })

  it('notes that an app may ignore a test event, but not for a custom id (EVT-004)', async () => {
    const { context } = await makeProject()

    const test = await runCommand(WebhookTrigger, ['order.paid'], context)
    const own = await runCommand(
      WebhookTrigger,
      ['order.paid', '--event-id', 'evt_mine'],
      (await makeProject()).context,
    )

    expect(test.stderr).toContain('The app may ignore it')
    expect(test.stderr).toContain('`app emulator order place --paid`')
    expect([own.exit, own.stderr]).toEqual([0, expect.not.stringContaining('pass it by')])
  })

  it.each([
    ['order.paid', true],
    ['order.created', false],
  ])('reports that the platform would not send a topic outside app.toml: %s %j', async (topic, isOutside) => {
    const { stderr } = await runCommand(WebhookTrigger, [topic], (await makeProject()).context)

    const note = `app.toml does not subscribe to ${topic}, so the platform would not send it.`
    expect(stderr.includes(note)).toBe(isOutside)
  })

  it.each([
    [14_000, true],
    [10_000, false],
  ])('warns about a 200 after the platform has stopped waiting: after %i ms %j', async (ms, isLate) => {
    let now = NOON.getTime()
    const { context } = await makeProject((_, response) => {
      now += ms
      response.end()
    })

    const { exit, stdout, stderr } = await runCommand(WebhookTrigger, ['order.created'], {
      ...context,
      now: () => new Date(now),
    })

    expect([exit, stdout]).toEqual([0, expect.stringContaining(`  200  ${ms} ms`)])
    expect(stderr.includes('Too slow: 14 s. The platform stops waiting after 10 s')).toBe(isLate)
    expect(stderr.includes('Too slow')).toBe(isLate)
  })

  it('warns with --count about the slowest response after the platform has stopped waiting', async () => {
    let now = NOON.getTime()
    const waits = [1000, 14_000, 10_000]
    const { context } = await makeProject((_, response) => {
      now += waits.shift() ?? 0
      response.end()
    })

    const argv = ['order.created', '--count', '3', '--concurrency', '1']
    const { exit, stderr } = await runCommand(WebhookTrigger, argv, { ...context, now: () => new Date(now) })

    expect([exit, stderr.match(/Too slow: \d+ s/g)]).toEqual([0, ['Too slow: 14 s']])
  })

  it('prints them as one line of JSON', async () => {
    const { context } = await makeProject()

    const { stdout } = await runCommand(WebhookTrigger, ['order.paid', '--json', '--event-id', 'mine'], context)

    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ eventId: 'mine', topic: 'order.paid', status: 200 })
  })

  it('reports an example store and region if nothing is installed', async () => {
    const { context, body } = await makeProject()

    const { stderr } = await runCommand(WebhookTrigger, ['order.created'], context)

    expect(stderr).toContain('an example store and region')
    expect(body()).toMatchObject({ storeId: 1001, regionId: 1 })
  })

  it.each([
    [[], { storeId: 1042, regionId: 12 }],
    [['--region', 'tr'], { storeId: 1042, regionId: 11 }],
    [['--region', 'TRY'], { storeId: 1042, regionId: 11 }],
    [['--store', 'demo', '--region', '12'], { storeId: 1042, regionId: 12 }],
    [['--store', '77', '--region', '3'], { storeId: 77, regionId: 3 }],
  ])('with %j has the origin %j', async (flags, origin) => {
    const { context, body } = await makeProject()
    const installs = openInstalls(context.paths)
    installs.put(install)
    installs.close()

    const { exit } = await runCommand(WebhookTrigger, ['order.created', ...flags], context)

    expect(exit).toBe(0)
    expect(body()).toMatchObject(origin)
  })

  it('distinguishes a region without the app from a region that the store does not have (EVT-011)', async () => {
    const port = await freePort()
    const platform = await makeInstalledPlatform({ toml: `[dev]\nport = ${port}\n` })
    const { identity, app, credentials } = platform
    await credentials.set({ identity, appKey: app.appKey, kind: 'signing-secret' }, app.secrets.webhook_signing_secret)
    const run = async (region: string) =>
      runCommand(WebhookTrigger, ['order.paid', '--region', region], platform.context())

    const { error, exit } = await run('GBP')
    const nowhere = await run('xx')

    expect([error?.code, exit, error?.message]).toEqual([
      'pin.unknown',
      2,
      'The app is not installed in region gb of demo. Nothing was done.',
    ])
    expect(error).toMatchObject({
      suggestions: ['app install --approve --region gb', expect.stringMatching(/^Installed in: /)],
    })
    expect(nowhere.error?.message).toContain('Unknown region xx')
  })

  it('an unknown region of the install exits with 2, lists its regions, and sends nothing (PIN-003)', async () => {
    const { context, app } = await makeProject()
    const installs = openInstalls(context.paths)
    installs.put(install)
    installs.close()

    const { exit, stderr } = await runCommand(WebhookTrigger, ['order.created', '--region', 'xx'], context)

    expect([exit, app.seen.length]).toEqual([2, 0])
    expect(stderr).toContain('tr (id 11, TRY), de (id 12, EUR)')
  })

  it('exits with 10 if the app rejects the event, and reports its status', async () => {
    const { context } = await makeProject((_, response) => void response.writeHead(401).end('bad signature'))

    const { exit, stdout, error } = await runCommand(WebhookTrigger, ['order.created', '--json'], context)

    expect([exit, error?.code]).toEqual([10, 'webhook.rejected'])
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'webhook.rejected', status: 401 } })
  })

  it.each([
    ['the bad signature', ['--bad-signature']],
    ['the old timestamp', ['--age', '6m']],
    ['the timestamp in the future', ['--age=-6m']],
  ])(
    'an app that rejects %s passes, and any other response exits with 10 (HOOK-003, HOOK-015)',
    async (wrong, flags) => {
      const strict = await makeProject((_request, response) => void response.writeHead(401).end('no'))
      const broken = await makeProject((_request, response) => void response.writeHead(500).end())
      const loose = await makeProject()
      const elsewhere = await makeProject((_request, response) => void response.writeHead(404).end())
      const run = async ({ context }: { context: Context }, ...more: string[]) =>
        runCommand(WebhookTrigger, ['order.created', ...flags, ...more], context)

      const rejected = await run(strict)
      const asJson = await run(strict, '--json')
      const [failed, accepted] = [await run(broken), await run(loose)]
      const missing = await run(elsewhere)

      expect([rejected.exit, rejected.stdout]).toEqual([0, `✓ The app rejected ${wrong} (401)\n`])
      expect([asJson.exit, asJson.result]).toMatchObject([0, { status: 401, topic: 'order.created' }])
      expect([failed.exit, failed.error?.message]).toEqual([10, 'The app rejected order.created with 500.'])
      expect([missing.exit, missing.error?.suggestions?.[0]]).toEqual([
        10,
        "Set `path` under [webhooks] in app.toml to the app's webhook route. The app has no POST /webhooks.",
      ])
      expect([accepted.exit, accepted.error?.code]).toEqual([10, 'webhook.wrongly-accepted'])
      expect(accepted.error?.message).toBe(`The app accepted order.created with 200 despite ${wrong}.`)
    },
  )

  it('many bad signatures pass if all are rejected, and exit with 10 if one is accepted', async () => {
    const many = ['order.created', '--bad-signature', '--count', '3']
    const strict = await makeProject((_request, response) => void response.writeHead(401).end('no'))
    const loose = await makeProject()

    const rejected = await runCommand(WebhookTrigger, many, strict.context)
    const accepted = await runCommand(WebhookTrigger, many, loose.context)

    expect(rejected.exit).toBe(0)
    expect([accepted.exit, accepted.error?.message]).toEqual([
      10,
      'The app accepted 3 of 3 events despite the bad signature.',
    ])
  })

  it('treats an event from a minute ago like any other (HOOK-015)', async () => {
    const { context } = await makeProject((_, response) => void response.writeHead(401).end())

    const { error } = await runCommand(WebhookTrigger, ['order.created', '--age', '1m'], context)

    expect(error?.message).toBe('The app rejected order.created with 401.')
  })

  it('sends a body from a file unchanged', async () => {
    const { context, cwd, app, verdict } = await makeProject()
    writeFileSync(join(cwd, 'event.json'), '{ "eventId": "from-file" }\r\n')

    await runCommand(WebhookTrigger, ['order.created', '--body', '@event.json'], context)

    expect(app.seen[0]?.body.toString()).toBe('{ "eventId": "from-file" }\r\n')
    expect(verdict().ok).toBe(true)
  })

  it('sets a field in a body from a file with a byte order mark', async () => {
    const { context, cwd, app } = await makeProject()
    writeFileSync(join(cwd, 'event.json'), '\ufeff{"eventId":"from-file"}')

    const { exit } = await runCommand(
      WebhookTrigger,
      ['order.created', '--body', '@event.json', '--set', 'x=1'],
      context,
    )

    expect([exit, app.seen[0]?.body.toString()]).toEqual([0, '{"eventId":"from-file","x":1}'])
  })

  it('prints a curl command without the secret, and sends nothing (GEN-003)', async () => {
    const { context, app } = await makeProject()

    const { stdout, stderr } = await runCommand(WebhookTrigger, ['order.created', '--print-curl'], context)

    expect(stdout).toMatch(/^curl -sS -X POST .*X-Service-Hmac-Sha256: [0-9a-f]{64}/)
    expect(stdout + stderr).not.toContain(SECRET)
    expect(app.seen).toHaveLength(0)
  })

  it.each([
    [['order.exploded'], 2],
    [['order.created', '--age', 'old'], 2],
    [['order.created', '--to', 'http://169.254.169.254/'], 2],
    [['order.created', '--body', 'text'], 2],
    [['order.created', '--body', '@missing.json'], 2],
    [['order.created', '--set', '__proto__.x=1'], 2],
    [['order.created', '--store', 'nowhere'], 2],
    [[], 2],
  ])('%j exits with %i and sends nothing (EVT-014 T34)', async (argv, code) => {
    const { context, app } = await makeProject()

    const { exit, stderr } = await runCommand(WebhookTrigger, argv, context)

    expect([exit, app.seen.length]).toEqual([code, 0])
    expect(stderr).not.toMatch(/^Sent /m)
  })

  it('sends many with --count, and exits with 10 if any is not accepted', async () => {
    const good = await makeProject()
    const strict = await makeProject(({ headers }, response) => {
      const ok = String(headers['x-service-hmac-sha256']).endsWith('0')
      response.writeHead(ok ? 200 : 401).end()
    })
    const argv = ['order.created', '--count', '40', '--concurrency', '4']

    const words = await runCommand(WebhookTrigger, [...argv, '--rate', '4000/s'], good.context)
    const json = await runCommand(WebhookTrigger, [...argv, '--json'], strict.context)

    expect([words.exit, json.exit]).toEqual([0, 10])
    expect(words.stdout).toMatch(
      /^sent +40 of 40 in \d+\.\d s, [\d.]+\/s\naccepted +40\nrejected +0\nlost +0, sent without a response\nresponses +40 × 200\np50 +\d+ ms\np99 +\d+ ms\n$/,
    )
    const { accepted, rejected, statuses, via } = JSON.parse(json.stdout) as Record<string, unknown>
    expect([Number(accepted) + Number(rejected), via]).toEqual([40, 'app'])
    expect(statuses).toHaveProperty('401')
  })

  it.each([
    [['--count', '0']],
    [['--count', '100001']],
    [['--count', 'x']],
    [['--count', '2', '--rate', '0']],
    [['--count', '2', '--rate', '-1/s']],
    [['--count', '2', '--rate', '5/h']],
    [['--count', '2', '--rate', '10001/s']],
    [['--count', '2', '--concurrency', '0']],
    [['--count', '2', '--concurrency', '257']],
    [['--rate', '5/s']],
    [['--concurrency', '5']],
    [['--count', '2', '--event-id', 'one']],
    [['--count', '2', '--duplicate']],
    [['--count', '2', '--print-curl']],
  ])('%j exits with 2 and sends nothing', async (argv) => {
    const { app, context } = await makeProject()

    const { exit } = await runCommand(WebhookTrigger, ['order.created', ...argv], context)

    expect([exit, app.seen.length]).toEqual([2, 0])
  })

  it('exits with 8 if nothing listens there', async () => {
    const { context, app } = await makeProject()
    await app.close()

    const { exit, error } = await runCommand(WebhookTrigger, ['order.created'], context)

    expect([exit, error?.code]).toEqual([8, 'net.unreachable'])
  })
})
