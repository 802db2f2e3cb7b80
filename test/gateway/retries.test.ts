import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { RetryAttempt } from '../../src/gateway/retries.ts'
import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { listDeliveries } from '../../src/journal/deliveries.ts'
import { countStates, setDeliveryState } from '../../src/journal/delivery-state.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../src/protocol/webhook-signature.ts'
import { deliver, eventText, makeGateway, signed } from './support.ts'

const key = signingKey('5e'.repeat(32))

interface ReceivedEvent {
  readonly eventId: string
  readonly ok: boolean
}

/** An app that verifies as a scaffolded one does, and gives the answers that the test chooses. */
async function makeVerifyingApp(answer: (eventId: string, response: ServerResponse) => void, port = 0) {
  const seen: ReceivedEvent[] = []
  const server = createServer((incoming, outgoing) => void take(incoming, outgoing))
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { ok } = verifyWebhook({ key, headers: incoming.headersDistinct, body, now: new Date() })
    const { eventId } = JSON.parse(body.toString()) as { eventId: string }
    seen.push({ eventId, ok })
    answer(eventId, outgoing)
  }
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { seen, close, port: (server.address() as AddressInfo).port }
}

async function until(isDone: () => boolean): Promise<void> {
  for (let left = 600; left > 0 && !isDone(); left--) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isDone()).toBe(true)
}

const send = (url: string, eventId: string, age = 0) => {
  const body = eventText(eventId)
  return deliver(url, body, signed(body, { age }))
}

describe('deliveries that are acknowledged immediately', () => {
  it('are acknowledged while the app is still busy, and reach the app (P7)', async () => {
    const waiting: ServerResponse[] = []
    const app = await makeVerifyingApp((_, response) => void waiting.push(response))
    const attempts: RetryAttempt[] = []
    const arrived: (string | null)[] = []
    const gateway = await makeGateway(app.port, {
      ack: {
        retryDelaysMs: [10],
        onForward: ({ eventId }) => arrived.push(eventId),
        onAttempt: (attempt) => attempts.push(attempt),
      },
    })

    const answers = await Promise.all(['a', 'b', 'c'].map((id) => send(gateway.url, id)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(countStates(gateway.journal)).toEqual({ pending: 3 })
    // A slow app does not hold the others up: each is handed over a second after the one before.
    await until(() => waiting.length === 3)
    expect([arrived, attempts]).toEqual([['a', 'b', 'c'], []])
    for (const response of waiting) response.writeHead(204).end()
    await until(() => countStates(gateway.journal).delivered === 3)
    expect(attempts.map(({ status, settled }) => [status, settled.state])).toEqual(
      Array.from({ length: 3 }, () => [204, 'delivered']),
    )
    expect(app.seen.every(({ ok }) => ok)).toBe(true)
  })

  it('are retried after each pause of the schedule and then become dead letters, with the response of the app', async () => {
    const app = await makeVerifyingApp((_, response) => void response.writeHead(500).end('boom cs_0123456789abcdef'))
    const gateway = await makeGateway(app.port, { ack: { retryDelaysMs: [20, 30], onAttempt: () => {} } })

    await send(gateway.url, 'a')
    await until(() => countStates(gateway.journal).dead_letter === 1)

    expect(app.seen.map(({ eventId }) => eventId)).toEqual(['a', 'a', 'a'])
    const [row] = listDeliveries(gateway.journal)
    expect(row).toMatchObject({ state: 'dead_letter', tries: 3, nextAttemptAt: null })
    const attempts = attemptsOfDelivery(gateway.journal, row?.id ?? 0)
    expect(attempts.map(({ kind, status }) => [kind, status])).toEqual([
      ['forward', 500],
      ['retry', 500],
      ['retry', 500],
    ])
    expect(attempts[0]?.answer).toBe('boom cs_…')
    const gap = (attempts[2]?.at.getTime() ?? 0) - (attempts[1]?.at.getTime() ?? 0)
    expect(gap).toBeGreaterThanOrEqual(29)
  })

  it('reach a recovering app with the next attempt', async () => {
    let asked = 0
    const app = await makeVerifyingApp((_, response) => void response.writeHead(asked++ === 0 ? 503 : 200).end())
    const gateway = await makeGateway(app.port, { ack: { retryDelaysMs: [20], onAttempt: () => {} } })

    await send(gateway.url, 'a')
    await until(() => countStates(gateway.journal).delivered === 1)

    expect(listDeliveries(gateway.journal)[0]).toMatchObject({ tries: 2, nextAttemptAt: null })
  })

  it('are stored while the app is down, use no attempt, and then arrive once each, in order (P8)', async () => {
    const first = await makeVerifyingApp((_, response) => void response.writeHead(200).end())
    const { port } = first
    await first.close()
    const gateway = await makeGateway(port, { ack: { retryDelaysMs: [], onAttempt: () => {} } })
    const ids = Array.from({ length: 200 }, (_, at) => `e-${at}`)

    for (const id of ids) expect((await send(gateway.url, id)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(countStates(gateway.journal)).toEqual({ pending: 200 })
    const app = await makeVerifyingApp((_, response) => void response.writeHead(200).end(), port)
    await until(() => countStates(gateway.journal).delivered === 200)

    expect(app.seen.map(({ eventId }) => eventId)).toEqual(ids)
    // One line for the whole outage: further probes report nothing new.
    const head = listDeliveries(gateway.journal, { limit: 1000 }).at(-1)
    expect(attemptsOfDelivery(gateway.journal, head?.id ?? 0).map(({ error }) => error)).toEqual([
      'app-unreachable',
      null,
    ])
  })

  it('of a killed run are retried, and re-signed if they are old (P8 HOOK-015)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcapp-retries-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'journal.db')
    const first = openJournal({ path, appKey: 'app.acme.loyalty' })
    const hourAgo = new Date(Date.now() - 3_600_000)
    const closed = await makeVerifyingApp(() => {})
    await closed.close()
    const before = await makeGateway(closed.port, {
      journal: first,
      now: () => hourAgo,
      ack: { retryDelaysMs: [], onAttempt: () => {} },
    })
    const body = eventText('old')
    expect((await deliver(before.url, body, signed(body, { now: hourAgo }))).status).toBe(200)
    await before.close()

    const app = await makeVerifyingApp((_, response) => void response.writeHead(200).end())
    const journal = openJournal({ path, appKey: 'app.acme.loyalty' })
    await makeGateway(app.port, { journal, ack: { retryDelaysMs: [], onAttempt: () => {} } })
    await until(() => app.seen.length === 1)

    expect(app.seen).toEqual([{ eventId: 'old', ok: true }])
    await until(() => countStates(journal).delivered === 1)
  })

  it('of another platform, left by a killed run, are not forwarded to the app', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcapp-retries-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const open = () => openJournal({ path: join(folder, 'journal.db'), appKey: 'app.acme.loyalty' })
    const closed = await makeVerifyingApp(() => {})
    await closed.close()
    const ack = { retryDelaysMs: [], onAttempt: () => {} }
    const live = await makeGateway(closed.port, { journal: open(), target: 'live', ack })
    await send(live.url, 'of live')
    await live.close()
    const journal = open()

    const app = await makeVerifyingApp((_, response) => void response.writeHead(200).end())
    const emulator = await makeGateway(app.port, { journal, target: 'emulator', ack })
    await send(emulator.url, 'of the emulator')
    await until(() => countStates(journal).delivered === 1)

    expect(app.seen.map(({ eventId }) => eventId)).toEqual(['of the emulator'])
    expect(countStates(journal)).toEqual({ delivered: 1, pending: 1 })
  })

  it('are retried on time while the app does not finish another response', async () => {
    const hanging: ServerResponse[] = []
    let asked = 0
    const app = await makeVerifyingApp((eventId, response) => {
      if (eventId === 'hangs') hanging.push(response)
      else response.writeHead(asked++ === 0 ? 500 : 204).end()
    })
    const gateway = await makeGateway(app.port, { ack: { retryDelaysMs: [20], onAttempt: () => {} } })

    await send(gateway.url, 'hangs')
    await until(() => hanging.length === 1)
    await send(gateway.url, 'a')
    await until(() => countStates(gateway.journal).delivered === 1)

    expect(app.seen.map(({ eventId }) => eventId)).toEqual(['hangs', 'a', 'a'])
    expect(countStates(gateway.journal)).toEqual({ delivered: 1, pending: 1 })
    for (const response of hanging) response.end()
  })

  it('are not forwarded if the request is identical, even while the first is in flight (P4)', async () => {
    const app = await makeVerifyingApp((_, response) => void setTimeout(() => response.writeHead(200).end(), 50))
    const gateway = await makeGateway(app.port, { ack: { retryDelaysMs: [10], onAttempt: () => {} } })
    const body = eventText('same')
    const headers = signed(body)

    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(gateway.url, body, headers)))
    await until(() => countStates(gateway.journal).delivered === 1)

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(app.seen).toHaveLength(1)
    expect(countStates(gateway.journal)).toEqual({ delivered: 1, held_back: 19 })
  })

  it('are not retried after a manual drop', async () => {
    const app = await makeVerifyingApp((_, response) => void response.writeHead(500).end())
    const gateway = await makeGateway(app.port, { ack: { retryDelaysMs: [60_000], onAttempt: () => {} } })
    await send(gateway.url, 'a')
    await until(() => listDeliveries(gateway.journal)[0]?.tries === 1)

    const id = listDeliveries(gateway.journal)[0]?.id ?? 0
    expect(setDeliveryState(gateway.journal, id, { state: 'dropped' })).toBe(true)
    expect(setDeliveryState(gateway.journal, id + 1, { state: 'dropped' })).toBe(false)

    expect(countStates(gateway.journal)).toEqual({ dropped: 1 })
  })

  it('reach the app once, even if the journal cannot be written', async () => {
    const app = await makeVerifyingApp((_, response) => void response.writeHead(200).end())
    const gateway = await makeGateway(app.port, { ack: { retryDelaysMs: [10], onAttempt: () => {} } })
    const { db } = gateway.journal
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON attempts BEGIN SELECT RAISE(FAIL, 'disk full'); END`)

    await send(gateway.url, 'a')
    await until(() => app.seen.length === 1)
    await send(gateway.url, 'b')
    await new Promise((resolve) => setTimeout(resolve, 200))
    db.exec('DROP TRIGGER full')
    await send(gateway.url, 'c')
    await until(() => countStates(gateway.journal).delivered === 3)

    expect(app.seen.map(({ eventId }) => eventId).toSorted()).toEqual(['a', 'b', 'c'])
  })
})
