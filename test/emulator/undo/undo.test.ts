import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { Delivery } from '../../../src/control/contract.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import { openEmulatorContext } from '../../../src/emulator/state/open-context.ts'
import { createHistory, MOST_STEPS } from '../../../src/emulator/undo/history.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { sendTo } from '../../support/send.ts'

const at = { store: 'demo' }

/** An installed app that answers with what a test sets, and what has reached it. */
async function makeListening() {
  const seen: string[] = []
  const answers: { status: number; until: Promise<void> } = { status: 200, until: Promise.resolve() }
  const receiver = createServer((incoming, outgoing) => {
    const { status, until } = answers
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
    incoming.on('end', () => {
      seen.push((JSON.parse(Buffer.concat(chunks).toString()) as { eventId: string }).eventId)
      void until.then(() => outgoing.writeHead(status).end())
    })
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const { port } = receiver.address() as AddressInfo
  const made = makeEmulator()
  const app = await made.registerApp({ webhook_url: `http://127.0.0.1:${port}/in`, webhook_topics: ['order.created'] })
  const store = await made.openStore({ appKey: app.appKey })
  const { token } = await made.installApp({ app, store })
  const { emulator, urls } = made
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  const orders = () =>
    Number(emulator.context.storeDb(store.store.id).prepare('SELECT count(*) AS n FROM orders').get()?.['n'])
  return { ...made, app, store, token, control, seen, answers, orders }
}

describe('events sent before an undo', () => {
  it('events that the app accepted are listed and stay in the queue', async () => {
    const { control, emulator, seen, orders } = await makeListening()
    const before = orders()
    await control.placeOrder(at)
    await emulator.queue.settle()

    const { undone, sent } = await control.undo()

    expect(undone.map(({ summary, events }) => [summary, events])).toEqual([['order placed in demo', seen]])
    expect(sent).toEqual([{ eventId: seen[0], topic: 'order.created', appKey: 'app.acme.loyalty', state: 'accepted' }])
    expect(orders()).toBe(before)
    expect((await control.deliveries()).map(({ eventId, state }) => [eventId, state])).toEqual([[seen[0], 'delivered']])
  })

  it('deletes an event that the app rejected, without another retry', async () => {
    const { control, emulator, seen, answers, clock } = await makeListening()
    answers.status = 500
    await control.placeOrder(at)
    await emulator.queue.settle()

    const { sent } = await control.undo()
    clock.advance(24 * 3_600_000)
    await emulator.queue.settle()

    expect(sent).toMatchObject([{ eventId: seen[0], state: 'rejected' }])
    expect(await control.deliveries()).toEqual([])
    expect(seen).toHaveLength(1)
  })

  it('lists an in-flight event and does not count its late response for the next delivery', async () => {
    const { control, emulator, seen, answers } = await makeListening()
    const held = Promise.withResolvers<void>()
    Object.assign(answers, { status: 200, until: held.promise })
    await control.placeOrder(at)
    await expect.poll(() => seen).toHaveLength(1)

    const { sent } = await control.undo()
    Object.assign(answers, { status: 500, until: Promise.resolve() })
    await control.placeOrder(at)
    await expect.poll(() => seen).toHaveLength(2)
    held.resolve()
    await emulator.queue.settle()

    expect(sent).toMatchObject([{ eventId: seen[0], state: 'in-flight' }])
    const deliveries: readonly Delivery[] = await control.deliveries()
    expect(deliveries).toMatchObject([{ eventId: seen[1], state: 'pending', lastStatus: 500 }])
  })
})

it('no event of an operation is sent before the commit', () => {
  const { context, ...opened } = openEmulatorContext({
    dir: ':memory:',
    now: () => new Date(),
    randomBytes: (size) => Buffer.alloc(size, 1),
    urls: () => ({ api: '', admin: '', portal: '', storefront: '' }),
  })
  onTestFinished(opened.close)
  const seen: boolean[] = []
  opened.onWake(() => void seen.push(context.registry.isTransaction))

  context.step('x', () => {
    context.advanceClock(1)
    context.wakeQueue()
    context.wakeQueue()
  })
  context.wakeQueue()

  expect(seen).toEqual([false, false])
})

describe('the history', () => {
  it('reports that there is nothing to undo, and rejects an unknown event', async () => {
    const { emulator, urls } = makeEmulator()
    const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })

    await expect(control.undo()).rejects.toMatchObject({ code: 'emulator.unknown-operation' })
    await expect(control.rewind({ event: 'evt_nope' })).rejects.toMatchObject({ code: 'emulator.unknown-operation' })
    expect(await control.steps()).toEqual([])
  })

  it('two concurrent undos revert two operations in sequence', async () => {
    const { control, orders } = await makeListening()
    const before = orders()
    for (let n = 0; n < 3; n += 1) await control.placeOrder(at)
    const [last, second] = await control.steps()

    const answers = await Promise.all([control.undo(), control.undo()])

    expect(answers.flatMap(({ undone }) => undone)).toEqual([last, second])
    expect(orders()).toBe(before + 1)
  })

  it('a rewind undoes the operation of the event and all later ones, including requests', async () => {
    const { control, emulator, orders } = await makeListening()
    await emulator.queue.stop()
    await control.placeOrder(at)
    const was = dumpState(emulator.context)
    const { length } = await control.steps()
    const before = orders()
    await control.placeOrder({ ...at, paid: true })
    await control.advanceClock({ ms: 5000 })
    await control.openStore({ name: 'Other', seed: 'none' })
    await control.placeOrder(at)
    const event = (await control.steps())[3]?.events[1] ?? ''

    const { undone, remaining } = await control.rewind({ event })

    expect(undone.map(({ summary }) => summary)).toEqual([
      'order placed in demo',
      'store Other opened',
      'clock advanced by 5s',
      'order placed in demo',
    ])
    expect(remaining).toBe(length)
    expect(orders()).toBe(before)
    expect(dumpState(emulator.context)).toEqual(was)
  })

  it('undoes an operation even if other operations changed the same rows later', async () => {
    const { control, emulator, api, token, signIn } = await makeListening()
    const was = dumpState(emulator.context)
    await control.setFault({ kind: '503', times: 3 })
    const { store } = await control.openStore({ name: 'Other', seed: 'none' })
    await signIn({ store, code: store.code, manager: { email: '', password: '' } })

    expect((await api(token, '/orders')).status).toBe(503)
    await control.undo()
    await control.undo()

    expect(dumpState(emulator.context)).toMatchObject({ settings: was['settings'] })
    const { faults, sessions } = (dumpState(emulator.context) as { registry: Record<string, string[]> }).registry
    expect(faults).toEqual([])
    expect(sessions).toEqual((was as { registry: Record<string, string[]> }).registry['sessions'])
    expect((await api(token, '/orders')).status).toBe(200)
  })

  it('a rewind of the app tests deletes it', async () => {
    const { control, emulator } = await makeListening()
    await emulator.mark()
    await control.placeOrder(at)

    await emulator.rewind()

    expect(await control.steps()).toEqual([])
  })
})

describe('a full disk', () => {
  it('leaves every database unchanged, and the operation can be undone once space is available (P11)', async () => {
    const { control, emulator } = await makeListening()
    await emulator.queue.stop()
    const db = emulator.context.storeDb(1001)
    const pages = (pragma: string) => Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
    await control.editProduct({ ...at, id: 1, description: 'x'.repeat(20_000) })
    await control.editProduct({ ...at, id: 1, description: '' })
    // What was given back is taken by something else, and there is no more.
    db.exec(
      "INSERT INTO media_files (path, content_type, bytes, created_at) VALUES ('a', 'image/png', zeroblob(400000), 1)",
    )
    const most = pages('max_page_count')
    db.exec(`PRAGMA max_page_count = ${pages('page_count')}`)
    const was = dumpState(emulator.context)
    const steps = await control.steps()

    await expect(control.undo()).rejects.toMatchObject({ code: 'storage.unwritable' })
    expect(dumpState(emulator.context)).toEqual(was)
    expect(await control.steps()).toEqual(steps)
    db.exec(`PRAGMA max_page_count = ${most}`)
    await control.undo()

    const { description } = db.prepare('SELECT description FROM products WHERE id = 1').get() ?? {}
    expect(String(description)).toHaveLength(20_000)
  })
})

describe('history limits', () => {
  const step = (bytes: number) => {
    const parts = [{ storeId: null, changeset: new Uint8Array(bytes) }]
    return { summary: 'x', at: '', events: [], how: { kind: 'rows' as const, parts, created: [] } }
  }
  it('keeps the last 200 operations, and deletes the oldest above 50 MB in total', () => {
    const [many, large, huge] = [createHistory(), createHistory(), createHistory()]
    for (let n = 0; n < MOST_STEPS + 5; n += 1) many.add(step(10))
    for (let n = 0; n < 6; n += 1) large.add(step(10_000_000))
    huge.add(step(1))
    huge.add(step(50_000_001))

    expect([many.list().length, many.list().at(-1)?.id]).toEqual([200, 6])
    expect(large.list().map(({ id }) => id)).toEqual([6, 5, 4, 3, 2])
    expect(huge.list()).toEqual([])
  })

  it('keeps only the newest whole state on disk, whatever its size', () => {
    const history = createHistory()
    const forgotten: string[] = []
    const whole = (summary: string) => ({
      ...step(0),
      summary,
      how: {
        kind: 'state' as const,
        isOnDisk: true,
        bytes: 90_000_000,
        bringBack: () => {},
        forget: () => void forgotten.push(summary),
      },
    })
    history.add(whole('first reset'))
    history.add(step(1000))
    const before = history.list().length
    history.add(whole('second reset'))
    history.add(step(1000))

    expect(before).toBe(2)
    expect(history.list().map(({ summary }) => summary)).toEqual(['x', 'second reset', 'x'])
    expect(forgotten).toEqual(['first reset'])
  })
})
