import { expect, it, onTestFinished } from 'vitest'

import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { listCalls } from '../../src/journal/calls/calls.ts'
import { listDeliveries, type NewDelivery } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { rejectionsSince } from '../../src/journal/rejections.ts'
import { createJournalWriter } from '../../src/journal/writer.ts'
import { someDelivery } from '../support/delivery.ts'

const NOON = new Date('2026-11-21T12:00:00.000Z')

function makeWriter() {
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  return { journal, writer: createJournalWriter(journal) }
}

function delivery(eventId: string, size = 2): NewDelivery {
  return someDelivery({ receivedAt: NOON, eventId, body: Buffer.alloc(size, 'x') })
}

it('writes simultaneous deliveries in the order of arrival, and returns its own row to each', async () => {
  const { journal, writer } = makeWriter()

  const rows = await Promise.all(['e-1', 'e-2', 'e-1'].map((id) => writer.delivery(delivery(id))))

  expect(rows.map(({ mark }) => mark)).toEqual(['first', 'first', 'replay'])
  expect(listDeliveries(journal).map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed())
})

it('an attempt that is recorded before a copy arrives counts when the copy is marked', async () => {
  const { writer } = makeWriter()
  const first = await writer.delivery(delivery('e-1'))

  void writer.attempt({ deliveryId: first.id, at: NOON, status: 204, ms: 1, error: null })
  const copy = await writer.delivery(delivery('e-1'))

  expect(copy.takenWith).toBe(204)
})

it('only the row that cannot be written fails (P11)', async () => {
  const { journal, writer } = makeWriter()
  const pages = Number(journal.db.prepare('PRAGMA page_count').get()?.['page_count'])
  journal.db.exec(`PRAGMA max_page_count = ${pages + 4}`)

  const outcomes = await Promise.allSettled([
    writer.delivery(delivery('small-1')),
    writer.delivery(delivery('big', 100_000)),
    writer.delivery(delivery('small-2')),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(listDeliveries(journal).map(({ eventId }) => eventId)).toEqual(['small-2', 'small-1'])
})

it('flush writes pending rows, and a write after the journal closes does not stop the process', async () => {
  const { journal, writer } = makeWriter()
  const { id } = await writer.delivery(delivery('e-1'))

  void writer.attempt({ deliveryId: id, at: NOON, status: 200, ms: 1, error: null })
  writer.call({ at: NOON, method: 'GET', path: '/', pin: null, status: 200, ms: 1, note: null })
  writer.flush()

  expect([attemptsOfDelivery(journal, id).length, listCalls(journal).length]).toEqual([1, 1])
  const closed = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  const late = createJournalWriter(closed)
  closed.close()
  void late.attempt({ deliveryId: 1, at: NOON, status: 200, ms: 1, error: null })
  await expect(late.delivery(delivery('e-2'))).rejects.toThrow()
})

it('writes the first rejection immediately, and later ones of the same second together', async () => {
  const { journal, writer } = makeWriter()
  const refuse = (seconds: number) =>
    writer.refusal({ reason: 'signature-mismatch', at: new Date(NOON.getTime() + seconds * 1000) })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const counted = () => rejectionsSince(journal, NOON).map(({ count }) => count)

  refuse(0)
  await turn()
  expect(counted()).toEqual([1])

  for (let at = 0; at < 50; at += 1) refuse(0)
  await turn()
  expect(counted()).toEqual([1])
  await expect.poll(counted).toEqual([51])
})
