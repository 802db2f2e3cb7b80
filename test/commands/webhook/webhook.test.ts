import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import WebhookDrop from '../../../src/commands/webhook/drop.ts'
import WebhookList from '../../../src/commands/webhook/list.ts'
import WebhookReplay from '../../../src/commands/webhook/replay.ts'
import WebhookRetry from '../../../src/commands/webhook/retry.ts'
import WebhookShow from '../../../src/commands/webhook/show.ts'
import { AppError } from '../../../src/errors.ts'
import { appendAttempt, attemptsOfDelivery } from '../../../src/journal/attempts.ts'
import { appendCall } from '../../../src/journal/calls/calls.ts'
import {
  appendDelivery,
  findDelivery,
  listDeliveries,
  noteDelivery,
  type NewDelivery,
} from '../../../src/journal/deliveries.ts'
import { countStates, setDeliveryState, type DeliveryState } from '../../../src/journal/delivery-state.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { withInstalls, type Install } from '../../../src/project/installs.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { signWebhook, verifyWebhook, webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import { makeApp, type Answer } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { captureTerminal, makeContext, NOON } from '../../support/context.ts'
import { someDelivery } from '../../support/delivery.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'
import { canBeSomebodyElse, makeSquatter } from '../../support/processes/squatter.ts'
import { makeProject } from '../../support/project.ts'

const SECRET = '5e'.repeat(32)
const key = signingKey(SECRET)

async function makeFixture(answer?: Answer) {
  const app = await makeApp(answer)
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-fixture-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(
    join(cwd, 'app.toml'),
    `key = "app.acme.loyalty"\nname = "Loyalty"\nredirect_uris = ["http://127.0.0.1:${app.port}/auth/callback"]\n[scopes]\nrequired = ["orders.read"]\n[dev]\nport = ${app.port}\n`,
  )
  const context = makeContext({
    cwd,
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  })
  const stored = { identity: 'emulator:fixture', appKey: 'app.acme.loyalty', kind: 'signing-secret' } as const
  await (await context.credentials({ isEmulator: true })).set(stored, SECRET)
  const journal = openJournal({ path: context.paths.journalDb, appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  const add = (
    overrides: Partial<NewDelivery> & { data?: unknown; state?: DeliveryState; status?: number; spanId?: string } = {},
  ) => {
    const { data = { status: 'paid' }, state, status, spanId, ...more } = overrides
    const eventId = more.eventId ?? `e-${Math.random()}`
    const body = Buffer.from(JSON.stringify({ eventId, data }))
    const { topic = 'order.created', storeId = '1001', receivedAt = NOON } = more
    const timestamp = receivedAt.getTime() / 1000
    const { id } = appendDelivery(journal, {
      receivedAt,
      eventId,
      topic,
      storeId,
      regionId: '7',
      timestamp,
      signature: signWebhook({ key, topic, storeId, timestamp, body }),
      headers: { 'content-type': 'application/json' },
      body,
      ...more,
    })
    if (status !== undefined)
      appendAttempt(journal, {
        deliveryId: id,
        at: receivedAt,
        status,
        ms: 3,
        error: null,
        answer: status > 299 ? 'no thanks' : null,
        spanId: spanId ?? null,
      })
    if (state !== undefined) setDeliveryState(journal, id, { state })
    return id
  }
  const lastVerdict = () => {
    const seen = app.seen.at(-1)
    return verifyWebhook({ key, headers: seen?.headers ?? {}, body: seen?.body ?? Buffer.alloc(0), now: NOON })
  }
  return { app, context, journal, add, lastVerdict }
}

const inRegion7: Install = {
  identity: 'emulator:one',
  appKey: 'app.acme.loyalty',
  storeId: 1001,
  regionId: 7,
  storeCode: 'demo',
  storeName: 'Demo',
  storeDomain: 'demo.example',
  installScope: 'region',
  scopes: ['orders.read'],
  regions: [{ id: 7, code: 'tr', currency: 'TRY' }],
  installedAt: NOON.toISOString(),
}

describe('app webhook list', () => {
  const ids = async (fixture: Awaited<ReturnType<typeof makeFixture>>, ...flags: string[]) => {
    const { result } = await runCommand(WebhookList, flags, { ...fixture.context })
    return result?.deliveries.map(({ id }) => id)
  }

  it('shows a region by its code in a terminal if an install has it, and by its id in a pipe', async () => {
    const fixture = await makeFixture()
    fixture.add({ status: 200 })
    fixture.add({ status: 200, regionId: '8' })
    withInstalls(fixture.context.paths, (installs) => void installs.put(inRegion7))
    const shown = async (width?: number) => {
      const captured = captureTerminal(width === undefined ? {} : { width })
      await runCommand(WebhookList, [], { ...fixture.context, terminal: captured.terminal, captured })
      return captured.stdout()
    }

    expect(await shown(120)).toMatch(/ 8 [^]* tr /)
    expect(await shown()).toMatch(/\t8\t[^]*\t7\t/)
  })

  it('reports with --status 5xx that some have no response, for which the gateway returned 502', async () => {
    const fixture = await makeFixture()
    const words = async (...flags: string[]) => {
      const captured = captureTerminal()
      await runCommand(WebhookList, flags, { ...fixture.context, terminal: captured.terminal, captured })
      return captured.stderr()
    }
    fixture.add({ status: 500 })
    fixture.add()

    expect(await words('--status', '5xx')).toBe('')
    const id = fixture.add()
    appendAttempt(fixture.journal, { deliveryId: id, at: NOON, status: null, ms: 3, error: 'app-unreachable' })

    expect(await words('--status', '502')).toContain('--status none')
    expect(await words('--status', '5xx', '--topic', 'order.paid')).not.toContain('--status none')
    expect(await words('--status', '404')).not.toContain('--status none')
  })

  it('shows the newest first, and filters by topic, store, state, status, time, text and body', async () => {
    const fixture = await makeFixture()
    const old = fixture.add({ receivedAt: new Date(NOON.getTime() - 3 * 3_600_000), status: 200 })
    const paid = fixture.add({
      topic: 'order.paid',
      storeId: '2002',
      status: 500,
      data: { status: 'paid', lines: [{ sku: 'A' }] },
    })
    const dead = fixture.add({ state: 'dead_letter', data: { status: 'new', total: 12.5 } })

    expect(await ids(fixture)).toEqual([dead, paid, old])
    expect(await ids(fixture, '--limit', '1')).toEqual([dead])
    expect(await ids(fixture, '--topic', 'order.paid')).toEqual([paid])
    expect(await ids(fixture, '--topic', 'order.*')).toEqual([dead, paid, old])
    expect(await ids(fixture, '--topic', 'app.*')).toEqual([])
    expect(await ids(fixture, '--store', '2002')).toEqual([paid])
    expect(await ids(fixture, '--state', 'dead_letter')).toEqual([dead])
    expect(await ids(fixture, '--status', '5xx')).toEqual([paid])
    expect(await ids(fixture, '--status', '200')).toEqual([old])
    expect(await ids(fixture, '--status', 'none')).toEqual([dead])
    expect(await ids(fixture, '--since', '2h')).toEqual([dead, paid])
    expect(await ids(fixture, '--since', NOON.toISOString())).toEqual([dead, paid])
    expect(await ids(fixture, '--grep', '"SKU":"a"')).toEqual([paid])
    expect(await ids(fixture, '--where', '.data.status == "paid"')).toEqual([paid, old])
    expect(await ids(fixture, '--where', '.data.lines[0].sku')).toEqual([paid])
    expect(await ids(fixture, '--where', '.data.total > 12')).toEqual([dead])
    expect(await ids(fixture, '--where', '.data.status != "paid"')).toEqual([dead])
  })

  it('reports that there are more deliveries than shown, and that a filter matched nothing', async () => {
    const fixture = await makeFixture()
    fixture.add({ status: 200 })
    fixture.add({ status: 200 })
    const words = async (...flags: string[]) => (await runCommand(WebhookList, flags, fixture.context)).stderr

    expect(await words('--limit', '2')).toBe('')
    expect(await words('--limit', '1')).toContain('Showing the newest 1. For more, use --limit')
    expect(await words('--topic', 'order.crated')).toContain('A filter is set')
    expect(await words('--topic', 'order.crated')).toContain('Did you mean order.created?')
    expect(await words('--topic', 'nope')).toMatch(/Unknown topic \W?nope\W?\. A filter/)
    expect(await words('--topic', 'order.paid')).toMatch(/\nA filter is set[^\n]*\n$/)
  })

  it('shows a delivery that the app is still processing as one without a response yet', async () => {
    const fixture = await makeFixture()
    fixture.add({})

    expect((await runCommand(WebhookList, [], fixture.context)).stdout).toContain('no response yet')
  })

  it.each([
    [['--status', 'bad']],
    [['--store', 'demo']],
    [['--since', '2026-99-99']],
    [['--since', '2026-02-30']],
    [['--since', '2026-02-30T12:00:00Z']],
    [['--since', 'yesterday']],
    [['--where', 'data.status']],
    [['--where', '.a == ']],
    [['--where', '.a | .b']],
  ])('%j is a usage error', async (flags) => {
    const { context } = await makeFixture()

    expect((await runCommand(WebhookList, flags, context)).exit).toBe(2)
  })

  it('suggests the right flag if a state is given as a status', async () => {
    const { context } = await makeFixture()
    const hints = async (status: string) => {
      const { error, exit } = await runCommand(WebhookList, ['--status', status], context)
      return [exit, error instanceof AppError ? error.suggestions : null]
    }

    expect(await hints('Failed')).toEqual([2, ['To filter by state: `app webhook list --state failed`.']])
    expect(await hints('timeout')).toEqual([2, []])
  })

  it('lists with --target the deliveries from that platform and those of unknown origin', async () => {
    const fixture = await makeFixture()
    const [old, own, live] = [fixture.add(), fixture.add({ target: 'emulator' }), fixture.add({ target: 'live' })]
    const named = { ...fixture.context, env: { ...fixture.context.env, SVCAPP_TARGET: 'live' } }

    expect(await ids(fixture)).toEqual([live, own, old])
    expect(await ids(fixture, '--target', 'live')).toEqual([live, old])
    expect(await ids(fixture, '--target', 'emulator')).toEqual([own, old])
    const { result } = await runCommand(WebhookList, ['--limit', '1'], named)
    expect(result).toMatchObject({ deliveries: [{ id: live, target: 'live' }] })
    expect((await runCommand(WebhookList, ['--target', 'live'], { ...fixture.context })).stderr).toContain(
      'The platform of some deliveries is unknown',
    )
  })

  it('explains the times and durations that --since accepts', async () => {
    const { context } = await makeFixture()

    const { error, stderr } = await runCommand(WebhookList, ['--since', 'yesterday'], context)

    expect(error?.message).toBe('--since "yesterday" is neither a time nor a duration.')
    expect(stderr).toContain('Use a local time (09:30, 2026-11-21 or 2026-11-21T09:30), a UTC time (2026-11-21T09:30Z)')
  })

  it('escapes untrusted text in a table, in JSON and in lines (T21)', async () => {
    const fixture = await makeFixture()
    fixture.add({ eventId: 'e-\u001b[31m\u202e' })

    for (const flags of [[], ['--json'], ['--ndjson']]) {
      const { stdout } = await runCommand(WebhookList, flags, { ...fixture.context })
      expect(stdout).toContain('e-')
      expect(stdout).not.toContain('\u001b')
      expect(stdout).not.toContain('\u202e')
    }
  })

  it('prints store and region as numbers with every digit, like every other document', async () => {
    const fixture = await makeFixture()
    fixture.add({ storeId: '1001', regionId: '9007199254740993' })

    const { stdout } = await runCommand(WebhookList, ['--json'], { ...fixture.context })

    expect(stdout).toContain('"storeId":1001,"regionId":9007199254740993,')
  })

  it('reports that there are no deliveries', async () => {
    const { context } = await makeFixture()

    expect((await runCommand(WebhookList, [], context)).stdout).toBe('No deliveries.\n')
  })
})

describe('app webhook show', () => {
  it('shows headers, body with every digit, the recipe, the attempts and the app response', async () => {
    const { context, add } = await makeFixture()
    const id = add({ eventId: 'e-1', status: 500, data: { id: 1 } })

    const { stdout, result } = await runCommand(WebhookShow, [String(id)], context)

    expect(stdout).toMatch(/Region\W+7\n/)
    withInstalls(context.paths, (installs) => void installs.put(inRegion7))
    expect((await runCommand(WebhookShow, [String(id)], context)).stdout).toContain('tr (7)')
    expect(stdout).toContain('HMAC-SHA256 of "order.created\\n1001\\n')
    expect(stdout).toContain('"eventId": "e-1"')
    expect(stdout).toMatch(/forward\t500\t3/)
    expect(stdout).toContain('App response\nno thanks')
    expect(result).toMatchObject({ id, eventId: 'e-1', state: 'failed', attempts: [{ status: 500, ms: 3 }] })
    const [begun, ended] = result?.attempts.map(({ startedAt, endedAt }) => [startedAt, endedAt])[0] ?? []
    expect(Number(ended) - Number(begun)).toBe(3)
    expect(stdout).toContain(`${begun?.toISOString()}\tforward`)
  })

  it('shows every value in a body as written', async () => {
    const { context, add } = await makeFixture()
    const body = Buffer.from('{"p":0.10,"e":1e2,"z":-0,"name":"\\u00e7","p":1.0}')
    const id = add({ body })

    const { stdout } = await runCommand(WebhookShow, [String(id)], context)

    expect(stdout).toContain('"p": 0.10,\n  "e": 1e2,\n  "z": -0,\n  "name": "\\u00e7",\n  "p": 1.0\n}')
  })

  it('also shows with --json the signing secret and that the delivery is genuine', async () => {
    const { context, add, journal } = await makeFixture()
    const id = add({ eventId: 'e-1', status: 200 })

    const { stdout } = await runCommand(WebhookShow, [String(id), '--json'], context)

    const { signature } = findDelivery(journal, id) ?? {}
    expect(JSON.parse(stdout)).toMatchObject({ signature, verdict: 'verified', signedAt: NOON.toISOString() })
  })

  it('shows the app calls that it caused, and the evidence for that', async () => {
    const { context, add, journal } = await makeFixture()
    const id = add({ eventId: 'e-1', status: 200, traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) })
    const call = { at: NOON, method: 'GET', pin: null, status: 200, ms: 4, note: null }
    const link = { traceId: 'a'.repeat(32), parentId: null, attemptSpan: 'b'.repeat(16) }
    appendCall(journal, { ...call, path: '/orders/1', link: { ...link, guessed: false } })
    appendCall(journal, { ...call, path: '/orders/2', link: { ...link, guessed: true } })
    appendCall(journal, { ...call, path: '/orders/3' })

    const { stdout, result } = await runCommand(WebhookShow, [String(id)], context)

    expect(stdout).toMatch(/GET \/orders\/1\t200\t4\tattempt[^]*GET \/orders\/2\t200\t4\tguess/)
    const wide = captureTerminal({ width: 120 })
    await runCommand(WebhookShow, [String(id)], { ...context, terminal: wide.terminal, captured: wide })
    expect(wide.stdout()).toMatch(/by its trace header\n[^]*a guess, by time and store\n/)
    expect(result?.calls).toMatchObject([
      { path: '/orders/1', linkedBy: 'attempt' },
      { path: '/orders/2', linkedBy: 'guess' },
    ])
    expect(result?.traceId).toBe('a'.repeat(32))
  })

  it('also accepts an eventId, and shows its newest delivery', async () => {
    const { context, add } = await makeFixture()
    add({ eventId: 'evt_00000001', status: 500 })
    const again = add({ eventId: 'evt_00000001', status: 200 })
    add({ eventId: 'evt_00000002', status: 200 })

    const { result } = await runCommand(WebhookShow, ['evt_00000001'], context)
    const none = await runCommand(WebhookShow, ['evt_00000003'], context)
    const wrong = await runCommand(WebhookShow, ['abc'], context)

    expect(result).toMatchObject({ id: again, eventId: 'evt_00000001' })
    expect([none.error?.code, wrong.error?.code]).toEqual(['journal.unknown-delivery', 'usage.invalid'])
  })

  it('shows the newest one without a number and reports it, and suggests commands if there are none', async () => {
    const { context, add } = await makeFixture()
    const none = await runCommand(WebhookShow, [], context)
    add({ eventId: 'e-1', status: 200 })
    const newest = add({ eventId: 'e-2', status: 500 })

    const { result, stderr } = await runCommand(WebhookShow, [], context)

    expect(none.error).toMatchObject({
      code: 'journal.unknown-delivery',
      suggestions: ['app webhook why', 'app webhook trigger order.created'],
    })
    expect(result).toMatchObject({ id: newest, eventId: 'e-2' })
    expect(stderr).toContain(`Newest delivery: ${newest}.`)
  })

  it('prints the body byte for byte', async () => {
    const { context, journal } = await makeFixture()
    const body = Buffer.from([0x7b, 0xff, 0x0d, 0x0a, 0x00, 0x7d])
    const { id } = appendDelivery(
      journal,
      someDelivery({ receivedAt: NOON, eventId: null, topic: 'order.paid', storeId: '1', body }),
    )

    const { stdoutBytes } = await runCommand(WebhookShow, [String(id), '--body'], context)

    expect(stdoutBytes.equals(body)).toBe(true)
  })

  it('escapes a printed body so that it cannot control the terminal (T21)', async () => {
    const { context, journal } = await makeFixture()
    const body = Buffer.from('{"note":"\u001b[2J\u009b2J\u202e"}')
    const { id } = appendDelivery(
      journal,
      someDelivery({ receivedAt: NOON, eventId: null, topic: 'order.paid', storeId: '1', body }),
    )
    const captured = captureTerminal({ width: 80 })

    const { stdout } = await runCommand(WebhookShow, [String(id), '--body'], {
      ...context,
      captured,
      terminal: captured.terminal,
    })

    expect(stdout).toBe('{"note":"\\u001b[2J\\u009b2J\\u202e"}')
  })
})

it('show, retry and drop with --target omit deliveries from another platform, unless specified', async () => {
  const { app, context, journal, add } = await makeFixture()
  const live = add({ target: 'live', state: 'dead_letter' })
  const failed = add({ target: 'live', status: 500 })
  const own = add({ target: 'emulator', state: 'dead_letter' })
  const ownFailed = add({ target: 'emulator', status: 500 })

  const shown = await runCommand(WebhookShow, ['--target', 'live'], context)
  const named = await runCommand(WebhookShow, [String(own), '--target', 'live'], context)
  const retried = await runCommand(WebhookRetry, ['--failed', '--target', 'emulator'], context)
  const dropped = await runCommand(WebhookDrop, ['--dead-letters', '--target', 'live'], context)

  expect([shown.result?.id, named.result?.id]).toEqual([failed, own])
  expect(retried.result?.retried.map(({ deliveryId }) => deliveryId)).toEqual([own, ownFailed])
  expect(app.seen).toHaveLength(2)
  expect(dropped.result).toEqual({ dropped: [live] })
  expect(findDelivery(journal, failed)?.state).toBe('failed')
})

describe('app webhook replay', () => {
  it('resends the same bytes with a new signature, and journals the attempt (P8 HOOK-015)', async () => {
    const { app, context, journal, add, lastVerdict } = await makeFixture()
    const id = add({ receivedAt: new Date(NOON.getTime() - 3_600_000), status: 500 })

    const { exit, result } = await runCommand(WebhookReplay, [String(id)], context)

    expect(exit).toBe(0)
    expect(lastVerdict()).toMatchObject({ ok: true, ageSeconds: 0 })
    expect(app.seen[0]?.body.equals(findDelivery(journal, id)?.body ?? Buffer.alloc(0))).toBe(true)
    expect(result?.replayed).toMatchObject([{ deliveryId: id, status: 200, accepted: true }])
    expect(attemptsOfDelivery(journal, id).at(-1)).toMatchObject({ kind: 'replay', status: 200, sentTo: null })
    expect(findDelivery(journal, id)?.state).toBe('delivered')
  })

  it('signs a delivery with the secret of the platform that sent it, unless --target specifies another (HOOK-015)', async () => {
    const { context, add, lastVerdict } = await makeFixture()
    appendFileSync(
      join(context.cwd, 'app.toml'),
      '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n',
    )
    const credentials = await context.credentials({ isEmulator: false })
    const stored = { appKey: 'app.acme.loyalty', kind: 'signing-secret' } as const
    await credentials.set({ ...stored, identity: 'https://api.example' }, SECRET)
    await credentials.set({ ...stored, identity: 'emulator:fixture' }, 'cd'.repeat(32))
    const [ofLive, ofEmulator] = [String(add({ target: 'live' })), String(add({ target: 'emulator' }))]
    const verdicts: boolean[] = []

    for (const argv of [[ofLive], [ofEmulator], [ofLive, '--target', 'emulator'], [ofEmulator, '--target', 'live']]) {
      await runCommand(WebhookReplay, argv, context)
      verdicts.push(lastVerdict().ok)
    }

    expect(verdicts).toEqual([true, false, false, true])
  })

  describe('--from a request saved by another tool', () => {
    const LIVE = 'ab'.repeat(32)
    const AN_HOUR_AGO = Math.floor(NOON.getTime() / 1000) - 3600
    const body = '{"eventId":"e-live","storeId":1001,"regionId":7,"customerEmail":"ada@acme.example","total":10.50}'

    /** A raw request, signed an hour ago with the secret of the live platform. */
    const request = (sent = body) => {
      const signed = { key: signingKey(LIVE), topic: 'order.paid', storeId: '1001', timestamp: AN_HOUR_AGO }
      const named = webhookHeaders({ ...signed, body: Buffer.from(body) })
      const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}`)
      return `POST /webhooks HTTP/1.1\n${lines.join('\n')}\n\n${sent}`
    }

    async function makeProduction() {
      const fixture = await makeFixture()
      const { cwd } = fixture.context
      appendFileSync(
        join(cwd, 'app.toml'),
        '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n',
      )
      const keepLive = async () =>
        (await fixture.context.credentials({ isEmulator: false })).set(
          { appKey: 'app.acme.loyalty', kind: 'signing-secret', identity: 'https://api.example' },
          LIVE,
        )
      const replay = async (text: string) => {
        writeFileSync(join(cwd, 'request.txt'), text)
        return runCommand(WebhookReplay, ['--from', 'request.txt', '--target', 'emulator'], fixture.context)
      }
      return { ...fixture, keepLive, replay }
    }

    it('verifies it at its own time, masks personal data and signs it again for the local app (HOOK-015)', async () => {
      const { app, journal, keepLive, replay, lastVerdict } = await makeProduction()
      await keepLive()

      const { exit, result, stderr } = await replay(request())

      expect(exit).toBe(0)
      expect(stderr).toContain('Its signature is valid (signing secret of the target live).')
      expect(lastVerdict()).toMatchObject({ ok: true, topic: 'order.paid', ageSeconds: 0 })
      expect(app.seen[0]?.body.toString()).toBe(body.replace('ada@acme.example', 'someone@example.com'))
      const [row] = listDeliveries(journal)
      expect(row).toMatchObject({
        id: result?.replayed[0]?.deliveryId,
        eventId: 'e-live',
        regionId: '7',
        target: 'live',
        verdict: 'verified',
        note: 'imported',
        receivedAt: new Date(AN_HOUR_AGO * 1000),
      })
      expect(row?.body.toString()).not.toContain('ada@acme.example')
    })

    it('reports an unverified signature for a changed body or without a secret, and sends it', async () => {
      const { app, journal, keepLive, replay } = await makeProduction()

      const unknown = await replay(request())
      await keepLive()
      const changed = await replay(request(body.replace('e-live', 'e-other')))

      expect(unknown.stderr).toContain('the live signing secret is not stored on this machine')
      expect(changed.stderr).toContain('Its signature does not match: another secret was used')
      expect(app.seen).toHaveLength(2)
      expect(listDeliveries(journal).map(({ verdict }) => verdict)).toEqual(['signature-mismatch', 'no-secret'])
    })

    it('adds no duplicate of an event in the journal', async () => {
      const { app, journal, keepLive, replay } = await makeProduction()
      await keepLive()
      await replay(request())

      const { stderr, result } = await replay(request())

      const [only, ...others] = listDeliveries(journal)
      expect(stderr).toContain(`is already in the journal, as delivery ${only?.id}.`)
      expect([result?.replayed[0]?.deliveryId, others, app.seen.length]).toEqual([only?.id, [], 2])
      expect(result?.captured).toEqual([{ deliveryId: only?.id, signedBy: 'live', problem: null, known: true }])
    })

    it.each([
      ['no delivery', 'GET / HTTP/1.1\nHost: x\n\n', 'no request with X-Service-Hmac-Sha256'],
      ['a header that is missing', request().replace(/X-Service-Store: .*\n/, ''), 'header-missing (X-Service-Store)'],
    ])('sends nothing for a file with %s', async (_, text, message) => {
      const { app, journal, replay } = await makeProduction()

      const { exit, error } = await replay(text)

      expect([exit, error?.message]).toEqual([2, expect.stringContaining(message)])
      expect([app.seen, listDeliveries(journal)]).toEqual([[], []])
    })
  })

  it.skipIf(!canBeSomebodyElse)('sends nothing to another user who occupies the app port (T16)', async () => {
    const { app, context, journal, add } = await makeFixture()
    const id = add()
    await app.close()
    const squatter = await makeSquatter(app.port)

    const { exit, result } = await runCommand(WebhookReplay, [String(id), '--json'], context)

    expect([exit, result]).toEqual([10, undefined])
    expect(attemptsOfDelivery(journal, id)).toMatchObject([{ status: null, error: 'app-port-of-another-user' }])
    expect(squatter.said()).toBe('READY\n')
  })

  it('--as-is sends the original bytes and headers, which an app rejects once they are old', async () => {
    const { context, add, lastVerdict } = await makeFixture()
    const id = add({ receivedAt: new Date(NOON.getTime() - 3_600_000) })

    await runCommand(WebhookReplay, [String(id), '--as-is'], context)

    expect(lastVerdict()).toMatchObject({ ok: false, reason: 'too-old', ageSeconds: 3600 })
  })

  it('--new-event sets another eventId, --body sends other bytes, and both verify', async () => {
    const { app, context, journal, add, lastVerdict } = await makeFixture()
    const id = add({ eventId: 'e-1' })
    writeFileSync(join(context.cwd, 'edited.json'), '{"eventId":"edited"}')

    await runCommand(WebhookReplay, [String(id), '--new-event'], context)
    const fresh = lastVerdict()
    await runCommand(WebhookReplay, [String(id), '--body', '@edited.json'], context)

    expect([fresh.ok, lastVerdict().ok]).toEqual([true, true])
    expect(app.seen[0]?.body.toString()).toMatch(/"eventId":"evt_[0-9a-f]{32}"/)
    expect(app.seen[1]?.body.toString()).toBe('{"eventId":"edited"}')
    expect(attemptsOfDelivery(journal, id).map(({ kind }) => kind)).toEqual(['edited', 'edited'])
  })

  it('--new-event keeps a test event a test event (EVT-004)', async () => {
    const { app, context, add } = await makeFixture()

    await runCommand(WebhookReplay, [String(add({ eventId: 'test:1' })), '--new-event'], context)

    expect(app.seen[0]?.body.toString()).toMatch(/"eventId":"test:[0-9a-f-]{36}"/)
  })

  it('--last n sends the last matching deliveries, oldest first', async () => {
    const { app, context, add } = await makeFixture()
    for (const eventId of ['a', 'b', 'c']) add({ eventId })
    add({ eventId: 'other', topic: 'order.paid' })

    await runCommand(WebhookReplay, ['--last', '2', '--topic', 'order.created'], context)

    expect(app.seen.map(({ body }) => (JSON.parse(body.toString()) as { eventId: string }).eventId)).toEqual(['b', 'c'])
  })

  it('exits with 10 if the app rejects one or is down, and still sends the others', async () => {
    let asked = 0
    const { app, context, journal, add } = await makeFixture(
      (_, response) => void response.writeHead(asked++ === 0 ? 500 : 204).end('no cs_0123456789abcdef'),
    )
    const [one] = [add({ eventId: 'a' }), add({ eventId: 'b' })]

    const { exit, error } = await runCommand(WebhookReplay, ['--last', '2'], context)
    await app.close()
    const down = await runCommand(WebhookReplay, [String(one)], context)

    expect([exit, error?.code, app.seen.length]).toEqual([10, 'webhook.rejected', 2])
    expect(attemptsOfDelivery(journal, one).map(({ status, error: why, answer }) => [status, why, answer])).toEqual([
      [500, null, 'no cs_…'],
      [null, 'app-unreachable', null],
    ])
    expect(down.exit).toBe(10)
  })

  it('a delivery accepted by another receiver does not count as accepted by the app', async () => {
    const other = await makeApp()
    const { context, journal, add } = await makeFixture()
    const id = add({ status: 500 })

    const { exit } = await runCommand(WebhookReplay, [String(id), '--to', `http://127.0.0.1:${other.port}/x`], context)

    expect([exit, other.seen.length, findDelivery(journal, id)?.state]).toEqual([0, 1, 'failed'])
    expect(attemptsOfDelivery(journal, id).at(-1)?.sentTo).toBe(`http://127.0.0.1:${other.port}/x`)
  })

  it.each([
    [['--to', 'http://169.254.169.254/'], 'webhook.bad-address'],
    [['--to', 'http://localhost:80@evil.example/'], 'webhook.bad-address'],
    [['--to', 'file:///etc/passwd'], 'webhook.bad-address'],
  ])('%j sends nothing (T34)', async (flags, code) => {
    const { app, context, add } = await makeFixture()
    const id = add()

    const { error, exit } = await runCommand(WebhookReplay, [String(id), ...flags], context)

    expect([error?.code, exit, app.seen.length]).toEqual([code, 2, 0])
  })

  it.each([
    [WebhookReplay, ['--last', '3']],
    [WebhookReplay, ['--topic', 'order.*']],
    [WebhookReplay, ['--since', '2h']],
    [WebhookRetry, ['--failed']],
  ] as const)('rejects a number combined with a flag that selects others', async (Class, flags) => {
    const { app, context, add } = await makeFixture()
    const id = add()

    const { error, exit } = await runCommand<unknown>(Class, [String(id), ...flags], context)

    expect([error?.code, exit, app.seen.length]).toEqual(['usage.invalid', 2, 0])
    expect(error?.message).toBe(`A delivery number and ${flags[0]} cannot be used together.`)
  })

  it('lists the existing deliveries if none or an unknown one is given', async () => {
    const { context } = await makeFixture()

    expect((await runCommand(WebhookReplay, [], { ...context })).error?.code).toBe('usage.missing')
    expect((await runCommand(WebhookReplay, ['99'], { ...context })).error?.code).toBe('journal.unknown-delivery')
  })
})

describe('app webhook retry and drop', () => {
  it('retries dead letters in the order of arrival, and marks accepted ones as delivered', async () => {
    const { app, context, journal, add } = await makeFixture()
    const [a, b, c] = [
      add({ eventId: 'a', state: 'dead_letter' }),
      add({ eventId: 'b', status: 500 }),
      add({ eventId: 'c', state: 'dead_letter' }),
    ]

    const { exit, result } = await runCommand(WebhookRetry, [], { ...context })
    await runCommand(WebhookRetry, ['--failed'], { ...context })

    expect([exit, result?.retried.map(({ deliveryId }) => deliveryId)]).toEqual([0, [a, c]])
    expect([a, b, c].map((id) => findDelivery(journal, id)?.state)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(attemptsOfDelivery(journal, a).at(-1)?.kind).toBe('retry')
    expect(app.seen).toHaveLength(3)
  })

  it('marks a delivery that the platform stopped waiting for, in the list and in show', async () => {
    const { context, journal, add } = await makeFixture()
    const [late] = [add({ status: 200 }), add({ status: 200 })]
    noteDelivery(journal, late, 'too-late')
    const { terminal, stdout } = captureTerminal({ width: 120, env: { NO_COLOR: '1' } })

    const { result } = await runCommand(WebhookList, [], { ...context, terminal })
    const shown = await runCommand(WebhookShow, [String(late)], context)

    expect(result?.deliveries.map(({ state, note }) => [state, note])).toEqual([
      ['delivered', null],
      ['delivered', 'too-late'],
    ])
    expect(stdout()).toMatch(new RegExp(`^ *${late} .* delivered +200, the platform stopped waiting`, 'm'))
    expect(stdout().match(/stopped waiting/g)).toHaveLength(1)
    expect(shown.stdout).toContain('too-late: the platform stopped waiting after 10 s')
    expect(shown.result).toMatchObject({ state: 'delivered', note: 'too-late' })
  })

  it('a failed row shows which delivery of its event was accepted', async () => {
    const { context, add } = await makeFixture()
    const later = new Date(NOON.getTime() + 1000)
    const refused = add({ eventId: 'taken', status: 500 })
    const accepted = add({ eventId: 'taken', receivedAt: later, status: 200 })
    add({ eventId: 'open', status: 500 })
    const { terminal, stdout } = captureTerminal({ width: 120, env: { NO_COLOR: '1' } })

    const { result } = await runCommand(WebhookList, [], { ...context, terminal })
    const piped = await runCommand(WebhookList, [], context)

    const shown = result?.deliveries.map(({ id, acceptedBy }) => [id, acceptedBy])
    expect(shown).toEqual([
      [expect.any(Number), undefined],
      [accepted, undefined],
      [refused, accepted],
    ])
    expect(stdout()).toMatch(new RegExp(`^ *${refused} .* failed +500, accepted later \\(#${accepted}\\)`, 'm'))
    expect(stdout().match(/accepted later/g)).toHaveLength(1)
    expect(piped.stdout).not.toContain('accepted later')
  })

  it('retries a failed event once, but not if a later delivery of it was accepted', async () => {
    const { app, context, add, journal } = await makeFixture()
    const later = new Date(NOON.getTime() + 1000)
    const refused = add({ eventId: 'taken', status: 500 })
    add({ eventId: 'taken', receivedAt: later, status: 200 })
    const first = add({ eventId: 'open', status: 500 })
    const second = add({ eventId: 'open', receivedAt: later, status: 502 })
    const listed = async () => {
      const { result, stderr } = await runCommand(WebhookList, ['--state', 'failed'], { ...context })
      // The list shows what the deliveries are; what is to be done counts by events.
      expect(result?.deliveries.map(({ state }) => state)).toEqual(result?.deliveries.map(() => 'failed'))
      return { ids: result?.deliveries.map(({ id }) => id), note: stderr.split('\n').at(-2) }
    }

    const before = await listed()
    expect(countStates(journal)).toEqual({ delivered: 1, failed: 1 })
    expect(before.ids).toEqual([second, first, refused])
    expect(before.note).toContain('One event was accepted in another delivery')
    const { result } = await runCommand(WebhookRetry, ['--failed'], { ...context })

    expect([result?.retried.map(({ deliveryId }) => deliveryId), app.seen.length]).toEqual([[first], 1])
    const after = await listed()
    expect(countStates(journal)).toEqual({ delivered: 2 })
    expect(after.ids).toEqual([second, refused])
    expect(after.note).toContain('2 events were accepted in another delivery')
    expect((await runCommand(WebhookRetry, ['--failed'], { ...context })).result?.retried).toEqual([])
  })

  it('retries waiting deliveries with --failed, which is suggested if there are no dead letters', async () => {
    const { app, context, journal, add } = await makeFixture()
    const due = add({ state: 'pending' })
    const waiting = add({ state: 'pending' })
    setDeliveryState(journal, waiting, { state: 'pending', nextAttemptAt: new Date(NOON.getTime() + 60_000) })
    setDeliveryState(journal, due, { state: 'pending', nextAttemptAt: NOON })

    const none = await runCommand(WebhookRetry, [], { ...context })
    const all = await runCommand(WebhookRetry, ['--failed'], { ...context })

    expect(none.stdout).toBe('No dead letters.\n')
    expect(none.stderr).toContain(
      '1 delivery is waiting for the next attempt. To resend it now, run `app webhook retry',
    )
    // The gateway sends the one that is due.
    expect(all.result?.retried.map(({ deliveryId }) => deliveryId)).toEqual([waiting])
    expect([app.seen.length, findDelivery(journal, waiting)?.state]).toEqual([1, 'delivered'])
  })

  it('drops one or all dead letters, which stay in the journal', async () => {
    const { app, context, journal, add } = await makeFixture()
    const [a, b, c] = [add({ state: 'dead_letter' }), add({ state: 'dead_letter' }), add({ state: 'pending' })]

    const all = await runCommand(WebhookDrop, ['--dead-letters'], { ...context })
    await runCommand(WebhookDrop, [String(c)], { ...context })
    const nothing = await runCommand(WebhookRetry, [], { ...context })

    expect(all.result?.dropped).toEqual([a, b])
    expect([a, b, c].map((id) => findDelivery(journal, id)?.state)).toEqual(['dropped', 'dropped', 'dropped'])
    expect(nothing.stdout.endsWith('No dead letters.\n')).toBe(true)
    expect([nothing.exit, app.seen.length]).toEqual([0, 0])
    expect((await runCommand(WebhookDrop, [], { ...context })).error?.code).toBe('usage.missing')
  })

  it.each([
    ['delivered', /was accepted by the app/],
    ['held_back', /duplicate of an accepted delivery/],
    ['dropped', /was already dropped/],
  ] as const)('rejects dropping one that is %s, and changes nothing', async (state, words) => {
    const { context, journal, add } = await makeFixture()
    const [id, dead] = [add({ state }), add({ state: 'dead_letter' })]

    const { exit, error } = await runCommand(WebhookDrop, [String(id), '--dead-letters'], context)

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(error?.message).toMatch(words)
    expect([id, dead].map((one) => findDelivery(journal, one)?.state)).toEqual([state, 'dead_letter'])
  })
})

it('shows the dead letters of the emulator if the journal has none, and how to resend them', async () => {
  const app = await makeApp((_, response) => {
    response.statusCode = 500
    response.end()
  })
  const url = `http://127.0.0.1:${app.port}/webhooks`
  const {
    made,
    store,
    app: registered,
    paths,
    context,
    identity,
    credentials,
  } = await makeInstalledPlatform({
    registration: { webhook_url: url, webhook_topics: ['order.created'] },
  })
  const secret = { identity, appKey: registered.appKey, kind: 'signing-secret' } as const
  await credentials.set(secret, registered.secrets.webhook_signing_secret)
  for (let at = 0; at < 4; at++) await made.control('POST', `/stores/${store.code}/orders`, {})
  await made.control('POST', '/clock/advance', { ms: 3 * 86_400_000 })
  const { deliveries } = await made.control<{ deliveries: { eventId: string; state: string }[] }>('GET', '/deliveries')
  expect(deliveries.map(({ state }) => state)).toEqual(['dead_letter', 'dead_letter', 'dead_letter', 'dead_letter'])
  const journal = openJournal({ path: paths.journalDb, appKey: registered.appKey })
  onTestFinished(() => journal.close())
  const states = ['delivered', 'failed', 'failed'] as const
  for (const [at, state] of states.entries()) {
    const eventId = deliveries[at]?.eventId ?? ''
    const { id } = appendDelivery(journal, someDelivery({ eventId }))
    setDeliveryState(journal, id, { state })
  }

  const listed = await runCommand(WebhookList, ['--state', 'dead_letter'], context())
  const retried = await runCommand(WebhookRetry, [], context())
  const live = await runCommand(WebhookRetry, ['--target', 'live'], context())
  const all = await runCommand(WebhookList, ['--state', 'pending'], context())

  for (const { stderr, exit } of [listed, retried]) {
    expect(exit).toBe(0)
    expect(stderr).toContain('the emulator stopped retrying 2 events')
    expect(stderr).toContain('To resend them to the app, run `app webhook retry --failed`.')
    expect(stderr).toContain(
      '1 dead letter on the emulator is not in this journal. Redeliver it from the portal (`app portal`, under Webhooks).',
    )
  }
  for (const { stderr } of [live, all]) expect(stderr).not.toContain('stopped retrying')
})

it('a journal with a damaged page causes one clear error with the file name (P12)', async () => {
  const { context } = makeProject()
  const { journalDb } = context.paths
  const journal = openJournal({ path: journalDb, appKey: 'app.acme.loyalty' })
  for (let at = 0; at < 50; at++)
    appendDelivery(journal, someDelivery({ eventId: `e-${at}`, body: Buffer.alloc(2000) }))
  journal.close()
  const bytes = readFileSync(journalDb)
  // The first half holds what is read when it is opened.
  writeFileSync(journalDb, bytes.fill(0xa5, bytes.length / 2))

  const { error, exit } = await runCommand(WebhookList, [], context)

  expect([error?.code, exit]).toEqual(['storage.broken', 3])
  expect(error?.message).toContain(journalDb)
})
