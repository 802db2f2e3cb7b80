import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { memoryCredentials } from '../../../src/credentials/memory.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { noteTunnel } from '../../../src/dev/notes/tunnel-note.ts'
import { appendAttempt } from '../../../src/journal/attempts.ts'
import { setDeliveryState } from '../../../src/journal/delivery-state.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { countRejections } from '../../../src/journal/rejections.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { signWebhook } from '../../../src/protocol/webhook-signature.ts'
import { tunnelNetworkCheck } from '../../../src/tasks/doctor/events/tunnel-network.ts'
import { pinnedFiles, pinnedVersion } from '../../../src/tunnel/cloudflared/pinned.ts'
import { receive } from '../../e2e/support/receiver.ts'
import { addDelivery, APP, SECRET } from '../../inspector/fixture.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'
import { nodeSend } from '../../support/served.ts'
import { diagnose, runCheck } from './support.ts'

const app = { identity: 'emulator:test', appKey: APP }

/** A project whose signing secret is kept, and its journal. */
async function recorded() {
  const made = makeProject()
  const credentials = await made.context.credentials({ isEmulator: true })
  await credentials.set({ ...app, kind: 'signing-secret' }, SECRET)
  const journal = openJournal({ path: made.context.paths.journalDb, appKey: APP })
  onTestFinished(() => journal.close())
  return { ...made, journal }
}

describe('signing secret', () => {
  it('is ok if deliveries are signed with its text', async () => {
    const { context, journal } = await recorded()
    addDelivery(journal)

    expect((await diagnose(context)).of('signing-secret')).toMatchObject({ state: 'ok', details: { reading: 'text' } })
  })

  it('reports a recorded delivery that verifies only with the hex-decoded secret (HOOK-004)', async () => {
    const { context, journal } = await recorded()
    const timestamp = Math.floor(NOON.getTime() / 1000)
    const body = Buffer.from('{"eventId":"e-1"}')
    const { createSecretKey } = await import('node:crypto')
    const key = createSecretKey(Buffer.from(SECRET, 'hex'))
    const signature = signWebhook({ key, topic: 'order.created', storeId: '1001', timestamp, body })
    const id = addDelivery(journal, { text: body.toString(), timestamp, signature })

    const { of, exit } = await diagnose(context)

    expect([of('signing-secret').state, exit]).toEqual(['failed', 11])
    expect(of('signing-secret')).toMatchObject({ details: { reading: 'hex', deliveryId: id } })
    expect(of('signing-secret').found).toContain('hex-decoded')
  })

  it('a secret other than the platform secret is detected from the rejected deliveries', async () => {
    const { context, journal } = await recorded()
    countRejections(journal, { reason: 'signature-mismatch', count: 3, at: NOON })

    expect((await diagnose(context)).of('signing-secret')).toMatchObject({ state: 'failed', details: { refused: 3 } })
  })

  it('rejections before the newest delivery are ignored, and a test event signed by this tool proves nothing', async () => {
    const { context, journal } = await recorded()
    const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
    const state = async () => (await diagnose(context)).of('signing-secret').state
    countRejections(journal, { reason: 'signature-mismatch', count: 4, at: NOON })

    addDelivery(journal, { eventId: 'test:1', receivedAt: after(1) })
    const tested = await state()
    addDelivery(journal, { receivedAt: after(2) })
    const rotated = await state()
    countRejections(journal, { reason: 'signature-mismatch', count: 1, at: after(3) })

    expect([tested, rotated, await state()]).toEqual(['failed', 'ok', 'failed'])
    expect((await diagnose(context)).of('signing-secret')).toMatchObject({
      found: '1 request was signed with another secret since the newest delivery',
      details: { refused: 1 },
    })
  })

  it('rejections before the secret was replaced are past, and those after it are a failure', async () => {
    const { context, journal } = await recorded()
    const credentials = memoryCredentials({ now: () => NOON })
    await credentials.set({ ...app, kind: 'signing-secret' }, SECRET)
    const replaced = { ...context, credentials: async () => credentials }
    const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
    countRejections(journal, { reason: 'signature-mismatch', count: 2, at: at(-60) })

    const before = await diagnose(replaced)
    countRejections(journal, { reason: 'signature-mismatch', count: 1, at: at(1) })

    expect(before.of('signing-secret')).toMatchObject({
      state: 'warning',
      found: '2 requests were rejected before the current secret was stored (2026-11-21 12:00 UTC)',
      remedy: 'To check the new secret, run `app emulator order place`.',
    })
    expect((await diagnose(replaced)).of('signing-secret')).toMatchObject({ state: 'failed', details: { refused: 1 } })
  })

  it('that is missing or invalid', async () => {
    const { context } = makeProject()
    const credentials = await context.credentials({ isEmulator: true })

    const missing = await diagnose(context)
    await credentials.set({ ...app, kind: 'signing-secret' }, 'not 64 hex characters')
    const strange = await diagnose(context)

    expect(missing.of('signing-secret')).toMatchObject({ state: 'warning', remedy: '`app register`' })
    expect(strange.of('signing-secret').state).toBe('failed')
    expect(JSON.stringify(strange.document)).not.toContain('not 64 hex characters')
  })

  it('that is newer than the recorded deliveries is not a failure', async () => {
    const { context, journal } = await recorded()
    const key = signingKey('ab'.repeat(32))
    const timestamp = Math.floor(NOON.getTime() / 1000)
    const body = Buffer.from('{"eventId":"e-1"}')
    const signature = signWebhook({ key, topic: 'order.created', storeId: '1001', timestamp, body })
    addDelivery(journal, { text: body.toString(), timestamp, signature })

    expect((await diagnose(context)).of('signing-secret')).toMatchObject({ state: 'ok', details: {} })
  })
})

describe('journal', () => {
  it.each([
    ['half of it', (path: string) => truncateSync(path, 6000)],
    ['nothing', (path: string) => truncateSync(path, 0)],
    ['text', (path: string) => writeFileSync(path, 'this is not a database, '.repeat(500))],
  ])('reduced to %s is a failure, and --fix moves it aside (P12)', async (_what, damage) => {
    const context = makeContext({ now: () => new Date(Date.now() + 10_000) })
    const journal = openJournal({ path: context.paths.journalDb, appKey: APP })
    addDelivery(journal)
    journal.close()
    damage(context.paths.journalDb)

    const before = await diagnose(context)
    const fixed = await diagnose(context, '--fix')

    expect([before.of('journal').state, before.exit]).toEqual(['failed', 11])
    expect(before.of('journal').remedy).toContain('app doctor --fix')
    expect(fixed.of('journal')).toMatchObject({ state: 'ok', fixed: expect.stringContaining('moved to') })
    expect(readdirSync(context.paths.home).some((name) => name.startsWith('journal.db.broken-'))).toBe(true)
  })

  it('is not created by the check', async () => {
    const context = makeContext()

    const { of } = await diagnose(context)

    expect(of('journal').state).toBe('skipped')
    expect(existsSync(context.paths.journalDb)).toBe(false)
  })
})

it('deliveries: dead letters are a failure, and rejected deliveries are a warning', async () => {
  const { context, journal } = await recorded()
  addDelivery(journal, { status: 200 })
  const second = addDelivery(journal, { status: 500 })

  const refused = await diagnose(context)
  setDeliveryState(journal, second, { state: 'dead_letter' })
  const dead = await diagnose(context)

  expect(refused.of('deliveries')).toMatchObject({ state: 'warning', found: expect.stringContaining('rejected') })
  expect(dead.of('deliveries')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('app webhook retry') })
})

it('deliveries: distinguishes events that the app rejected from events without a response', async () => {
  const { context, journal } = await recorded()
  const unreached = (eventId: string) => {
    const deliveryId = addDelivery(journal, { eventId })
    appendAttempt(journal, { deliveryId, at: NOON, status: null, ms: 1, error: 'app-unreachable' })
  }
  unreached('e-1')
  unreached('e-1')
  unreached('e-2')
  unreached('e-3')
  addDelivery(journal, { eventId: 'e-3', status: 500 })
  unreached('e-4')
  addDelivery(journal, { eventId: 'e-4', status: 200 })

  expect((await diagnose(context)).of('deliveries')).toMatchObject({
    state: 'warning',
    found: '1 delivered, 1 rejected by the app, 2 not delivered (no response from the app)',
    details: { states: { delivered: 1, failed: 3 } },
  })
})

it('deliveries: an event that the app accepted in the end does not count as rejected', async () => {
  const { context, journal } = await recorded()
  const again = { eventId: 'e-1', text: '{"eventId":"e-1"}' }
  addDelivery(journal, { ...again, status: 500 })
  addDelivery(journal, { ...again, status: 500 })

  const before = await diagnose(context)
  addDelivery(journal, { ...again, status: 200 })
  const after = await diagnose(context)

  expect(before.of('deliveries').found).toBe('0 delivered, 1 rejected by the app')
  expect(after.of('deliveries')).toMatchObject({ state: 'ok', found: '1 delivered' })
})

describe('tunnel', () => {
  it('a cloudflared that differs from the released file is reported, and --fix removes it (T30)', async () => {
    const context = makeContext({ env: { PATH: '' } })
    const { binDir } = context.paths
    mkdirSync(binDir, { recursive: true, mode: 0o700 })
    const program = join(binDir, `cloudflared-${pinnedVersion}`)
    writeFileSync(program, 'not it', { mode: 0o700 })
    writeFileSync(join(binDir, `${pinnedFiles['linux-x64']?.asset}-${pinnedVersion}.download`), 'not it', {
      mode: 0o600,
    })

    const before = await diagnose(context)
    const fixed = await diagnose(context, '--fix')

    expect(before.of('tunnel-program')).toMatchObject({ state: 'failed', found: expect.stringContaining(program) })
    expect(fixed.of('tunnel-program')).toMatchObject({ state: 'skipped', fixed: expect.stringContaining('removed') })
    expect(readdirSync(binDir)).toEqual([])
  })

  it('a name server that does not respond is reported only if a tunnel is needed', async () => {
    const asked: string[] = []
    const check = tunnelNetworkCheck(async (name) => {
      asked.push(name)
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    })
    const wanted = `${plainAppToml}[targets.live]\ntunnel = "quick"\n`
    const probe = { path: '/_probe-123', answer: 'it is me' }
    const note = { url: 'https://dev.example', gateway: 'http://127.0.0.1:1', probe }

    const without = await runCheck(makeProject().context, check)
    const askedBefore = [...asked]
    const with_ = await runCheck(makeProject({ appToml: wanted }).context, check)

    const own = makeProject()
    noteTunnel({ ...app, paths: own.context.paths }, { ...note, isOwn: true })
    const withOwn = await runCheck(own.context, check)
    const address = `${plainAppToml}[targets.live]\ntunnel_url = "https://dev.example"\n`
    const withAddress = await runCheck(makeProject({ appToml: address }).context, check)
    const states = [without, withOwn, withAddress].map(({ state }) => state)
    expect([...states, askedBefore]).toEqual(['skipped', 'skipped', 'skipped', []])
    expect(with_).toMatchObject({ state: 'warning', found: expect.stringContaining('ENOTFOUND') })
    expect(asked).toHaveLength(1)
  })

  it('a public address that points elsewhere, and a gateway that stopped', async () => {
    const { context, cwd } = makeProject({ send: nodeSend })
    const port = await freePort()
    await receive({ port })
    const elsewhere = { url: `http://127.0.0.1:${port}` }
    const lock = lockProject({ paths: context.paths, dir: cwd, pid: process.pid })
    onTestFinished(lock.release)
    const probe = { path: '/_probe-123', answer: 'it is me' }
    const place = { ...app, paths: context.paths }

    const none = await diagnose(context)
    noteTunnel(place, { url: elsewhere.url, gateway: elsewhere.url, probe, isOwn: true })
    const wrong = await diagnose(context)
    noteTunnel(place, { url: elsewhere.url, gateway: `http://127.0.0.1:${await freePort()}`, probe })
    const gone = await diagnose(context)

    expect(none.of('tunnel-address').state).toBe('skipped')
    expect(wrong.of('tunnel-address')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining(`does not reach the gateway ${elsewhere.url}`),
      remedy: `Forward this address to ${elsewhere.url}, with path and body unchanged.`,
    })
    expect(gone.of('tunnel-address')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('does not listen'),
    })
  })
})
