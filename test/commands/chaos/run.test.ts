import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import type { ChaosReport } from '../../../src/chaos/report.ts'
import ChaosRun from '../../../src/commands/chaos/run.ts'
import EmulatorRewind from '../../../src/commands/emulator/rewind.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import type { Fault } from '../../../src/control/fault.ts'
import type { Undone } from '../../../src/control/undo.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { appendAttempt } from '../../../src/journal/attempts.ts'
import { appendCall } from '../../../src/journal/calls/calls.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../../src/protocol/webhook-signature.ts'
import { takeLock } from '../../../src/storage/exclusive-lock.ts'
import { addDelivery } from '../../inspector/fixture.ts'
import { runCommand } from '../../support/command/command.ts'
import type { ContextOverrides } from '../../support/context.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'
import { sendTo } from '../../support/send.ts'

/** A server that answers deliveries as `answer` says: of a genuine one, and of one that is not. */
async function startApp(answer: (isGenuine: boolean) => number, verify: () => { secret: string; now: Date }) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const { secret, now } = verify()
      const { headers } = request
      const { ok } = verifyWebhook({ key: signingKey(secret), headers, body: Buffer.concat(chunks), now })
      response.writeHead(answer(ok)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An installed app that `app dev` runs, as far as the command can see. Sleeping moves the platform's clock. */
async function makeRunning(answer: (isGenuine: boolean) => number, topics = ['order.created', 'order.paid']) {
  let now = new Date()
  let secret = ''
  const url = await startApp(answer, () => ({ secret, now }))
  const registration = { webhook_url: `${url}/webhooks`, webhook_topics: topics }
  const platform = await makeInstalledPlatform({ registration })
  secret = platform.app.secrets.webhook_signing_secret
  const { made, paths, cwd, store } = platform
  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    made.clock.advance(ms)
    now = made.clock.now()
    await new Promise((resolve) => setTimeout(resolve, 1))
    await made.emulator.queue.settle()
  }
  const lock = lockProject({ paths, dir: cwd, pid: process.pid })
  let isHeld = true
  const release = () => {
    if (isHeld) lock.release()
    isHeld = false
  }
  onTestFinished(release)
  const addresses = { platform: '', gateway: '', outbound: '', tunnel: null, admin: '', webhooks: '' }
  const rest = { portal: null, storefront: null, inspector: null, health: null }
  const ready = { ...addresses, ...rest, app: url, store: store.code }
  lock.publish({ target: 'emulator', ready })
  const run = (argv: readonly string[], more: ContextOverrides = {}) =>
    runCommand(ChaosRun, argv, platform.context({ sleep, ...more }))
  const faults = async () => (await made.control<{ faults: Fault[] }>('GET', '/faults')).faults
  const { emulator, urls } = made
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  return { ...platform, run, faults, control, lock: { publish: lock.publish, release }, sleep }
}

const careful = (isGenuine: boolean) => (isGenuine ? 200 : 401)

it('a correct app has no failures, and two runs apply the same faults and leave no fault active', async () => {
  const { run, faults } = await makeRunning(careful)

  const first = await run(['--seed', '42', '--for', '20s', '--json'])
  const second = await run(['--seed', '42', '--for', '20s'], { width: 80 })

  const report = JSON.parse(first.stdout) as ChaosReport
  expect([first.exit, second.exit]).toEqual([0, 0])
  expect(second.result?.faults.map((fault) => ({ ...fault, hits: 0 }))).toEqual(
    report.faults.map((fault) => ({ ...fault, hits: 0 })),
  )
  expect(report).toMatchObject({ seed: 42, forMs: 20_000, failures: [], rerun: 'app chaos run --seed 42 --for 20s' })
  expect(report.steps).toMatchObject({ orders: 34, rejected: [] })
  const met = new Set(report.faults.filter((fault) => fault.hits > 0).map(({ kind }) => kind))
  expect(met).toEqual(
    new Set(['late', 'duplicate', 'out-of-order', 'burst', 'signature-truncated', 'signature-wrong', 'truncated']),
  )
  expect(await faults()).toEqual([])
  const shown = stripVTControlCharacters(second.stdout)
  expect(shown).toMatch(/AT +FOR +FAULT +CHANCE/)
  expect(shown).toContain('No failures.\n\nUndo all: app emulator rewind evt_')
  expect(shown).toContain('\nRepeat: app chaos run --seed 42 --for 20s\n')
  expect(second.stderr).toMatch(/^Seed 42: 20 faults in 20s\.\n1\d s: \d+ orders\n$/)
})

it('a run in which no event reached the app reports that nothing was tested', async () => {
  const { run } = await makeRunning(careful, [])

  const { exit, stdout } = await run(['--seed', '42', '--for', '3s'], { width: 200 })

  expect(exit).toBe(0)
  expect(stdout).toContain('0 deliveries')
  expect(stdout).toContain('nothing was tested')
  expect(stdout).not.toContain('No failures.')
})

it('exits with 11 and the failures for an app that accepts a wrong signature, and for an app that accepts nothing (T11)', async () => {
  const trusting = await (await makeRunning(() => 200)).run(['--seed', '42', '--for', '13s'])
  const broken = await (await makeRunning(() => 500)).run(['--seed', '42', '--for', '5s', '--json'])

  expect([trusting.exit, broken.exit]).toEqual([11, 11])
  expect(trusting.stdout).toMatch(
    /Failures:\n {2}deliveries accepted with an invalid signature: \d+\n {4}order\.\w+ evt_\w+: The webhook address responded with 200 to an invalid/,
  )
  const { failures } = JSON.parse(broken.stdout) as ChaosReport
  expect(failures.map(({ kind }) => kind)).toEqual(['delivery-lost', 'server-error'])
})

it('Ctrl-C during a run exits with 130, removes the faults, and sends the delayed deliveries', async () => {
  const { run, faults, sleep, made } = await makeRunning(careful)
  const stop = new AbortController()
  let asleep = 0
  const interrupting = async (ms: number, signal?: AbortSignal) => {
    if (++asleep === 12) stop.abort('SIGINT')
    await sleep(ms, signal)
  }

  const { exit, error } = await run(['--seed', '1'], { sleep: interrupting, interrupted: stop.signal })

  expect([exit, error?.code]).toEqual([130, 'cli.interrupted'])
  expect(await faults()).toEqual([])
  await made.emulator.queue.settle()
  // A delivery that a fault has failed waits for its retry.
  const { deliveries } = await made.control<{ deliveries: { attempts: number }[] }>('GET', '/deliveries')
  expect(deliveries.length).toBeGreaterThan(0)
  expect(deliveries.filter(({ attempts }) => attempts === 0)).toEqual([])
})

it('the command in the last line undoes the whole run, and its faults are not in the undo list', async () => {
  const { run, faults, context, made } = await makeRunning(careful)
  const before = await made.control<{ steps: unknown[] }>('GET', '/undo')

  const done = await run(['--seed', '42', '--for', '5s'])
  const event = /^Undo all: app emulator rewind (evt_\w+)$/m.exec(done.stdout)?.[1] ?? ''
  const rewound = await runCommand(EmulatorRewind, [event, '--yes', '--json'], context())

  const { undone } = JSON.parse(rewound.stdout) as Undone
  expect(undone.length).toBe(done.result?.steps?.operations)
  expect(undone.map(({ summary }) => summary).join()).not.toContain('fault')
  expect(await made.control('GET', '/undo')).toEqual(before)
  expect(await faults()).toEqual([])
})

it("a user's own fault stays active", async () => {
  const { run, faults, made } = await makeRunning(careful)
  await made.control('POST', '/faults', { kind: '402', path: '/context', times: null })

  await run(['--seed', '1', '--for', '2s'])

  expect(await faults()).toMatchObject([{ kind: '402' }])
})

it('the next run removes the faults of a killed run, and no other faults', async () => {
  const { run, faults, paths, made, control } = await makeRunning(careful)
  await made.control('POST', '/faults', { kind: '402', path: '/context', times: null })
  const killed = await control.setFaults({
    faults: [3, 4].map((seed) => ({ kind: 'slow' as const, seed, delayMs: 100, afterMs: 60_000, forMs: 600_000 })),
  })
  const file = join(paths.platformDir, 'chaos-run.json')
  const known = killed.map(({ id, kind, seed }) => ({ id, kind, seed }))
  // The second number has been given to another fault since.
  writeFileSync(file, JSON.stringify([known[0], { ...known[1], seed: 99 }]))

  const { stderr } = await run(['--seed', '42', '--for', '1s'])

  expect(stderr).toContain('An earlier run was interrupted. Removed its fault.')
  expect((await faults()).map(({ kind, seed }) => [kind, seed])).toEqual([
    ['402', expect.any(Number)],
    ['slow', 4],
  ])
  expect(existsSync(file)).toBe(false)
})

it('reports a duplicate write of the app for one event, with the journal data about it', async () => {
  const { run, paths, app } = await makeRunning(careful)
  const journal = openJournal({ path: paths.journalDb, appKey: app.appKey })
  onTestFinished(() => journal.close())
  const later = new Date(Date.now() + 60_000)
  const id = addDelivery(journal, { eventId: 'evt_1' })
  for (const spanId of ['a'.repeat(16), 'b'.repeat(16)]) {
    appendAttempt(journal, { deliveryId: id, at: later, status: 200, ms: 1, error: null, spanId })
    const link = { traceId: 'c'.repeat(32), parentId: spanId, attemptSpan: spanId, guessed: false }
    const path = '/api/apps/v1/inventory/adjust'
    const call = { at: later, method: 'POST', path, pin: null, status: 200, ms: 1, note: null, link }
    const body = { text: '{"sku":"A"}', bytes: 11, isCut: false, leftOut: null }
    appendCall(journal, call, { request: { headers: [], body }, answer: null })
  }

  const { exit, stdout } = await run(['--seed', '42', '--for', '1s', '--json'])

  expect(exit).toBe(11)
  expect((JSON.parse(stdout) as ChaosReport).failures).toEqual([
    { kind: 'duplicate-effect', count: 1, examples: ['POST /api/apps/v1/inventory/adjust: 2 times for evt_1'] },
  ])
})

it('only one run at a time is allowed on one platform', async () => {
  const { run, paths, faults } = await makeRunning(careful)
  const release = takeLock(join(paths.platformDir, 'chaos.lock'))

  const second = await run(['--seed', '42', '--for', '1s'])
  release?.()

  expect([second.exit, second.error?.code]).toEqual([3, 'chaos.running'])
  expect(await faults()).toEqual([])
  expect((await run(['--seed', '42', '--for', '1s'])).exit).toBe(0)
})

it.each([
  [['--seed', 'x']],
  [['--seed', '-1']],
  [['--seed', '1.5']],
  [['--seed', '9007199254740992']],
  [['--seed', '0x2a']],
  [['--for', '0s']],
  [['--for', '999ms']],
  [['--for', '1d']],
  [['--for', '601s']],
  [['--for', 'long']],
  [['--target', 'live']],
])('%j is rejected, and nothing is sent', async (argv) => {
  const { run, sent } = await makeRunning(careful)
  sent.length = 0

  const { exit, error } = await run(argv)

  expect([exit, error?.code, sent.length]).toEqual([2, 'usage.invalid', 0])
})

it('reports a missing, starting or live `app dev`, or an app that is not installed, before it changes anything', async () => {
  const { run, lock, app, store, made, faults } = await makeRunning(careful)
  const refusal = async () => {
    const { exit, error } = await run(['--seed', '42'])
    return [exit, error?.code, error?.message]
  }

  await made.control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})
  expect(await refusal()).toEqual([3, 'chaos.no-app', `${app.appKey} is not installed in any store.`])
  lock.publish({ ready: null })
  expect(await refusal()).toEqual([3, 'chaos.no-app', '`app dev` is still starting in this project.'])
  lock.publish({ target: 'live' })
  expect(await refusal()).toEqual([
    3,
    'chaos.no-app',
    'A chaos run needs `app dev` on the emulator, but in this project it uses the live platform.',
  ])
  lock.release()
  expect(await refusal()).toEqual([3, 'chaos.no-app', '`app dev` is not running in this project.'])
  expect(await faults()).toEqual([])
})
