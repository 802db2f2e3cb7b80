import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, it, onTestFinished } from 'vitest'

import { appendAttempt, attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { appendCall, listCalls } from '../../src/journal/calls/calls.ts'
import {
  appendDelivery,
  deliveriesOfEvent,
  findDelivery,
  listDeliveries,
  type NewDelivery,
} from '../../src/journal/deliveries.ts'
import { openJournal, rejectOldSqlite, type Journal } from '../../src/journal/journal.ts'
import { appendInstall, listJournaledInstalls } from '../../src/journal/journaled-installs.ts'
import { someDelivery } from '../support/delivery.ts'

const NOON = new Date('2026-11-21T12:00:00.000Z')

function makeJournal(appKey = 'app.acme.loyalty', path = ':memory:'): Journal {
  const journal = openJournal({ path, appKey })
  onTestFinished(() => journal.close())
  return journal
}

function delivery(overrides: Partial<NewDelivery> = {}): NewDelivery {
  return someDelivery({
    receivedAt: NOON,
    regionId: '7',
    timestamp: 1_795_262_400,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"eventId":"e-1"}'),
    ...overrides,
  })
}

describe('the journal', () => {
  it('stores a delivery byte for byte', () => {
    const journal = makeJournal()
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x0d, 0x0a, 0x7d])

    const { id } = appendDelivery(journal, delivery({ body, storeId: '9007199254740993' }))

    const row = findDelivery(journal, id)
    expect(Buffer.from(row?.body ?? [])).toEqual(body)
    expect(row).toMatchObject({ storeId: '9007199254740993', receivedAt: NOON, mark: 'first', verdict: 'verified' })
  })

  it('marks a re-signed copy, an identical request, and other bytes under a known eventId (P4)', () => {
    const journal = makeJournal()

    const first = appendDelivery(journal, delivery())
    const replay = appendDelivery(journal, delivery())
    const duplicate = appendDelivery(journal, delivery({ signature: 'b'.repeat(64) }))
    const conflict = appendDelivery(journal, delivery({ body: Buffer.from('{"eventId":"e-1","x":1}') }))

    expect([first, replay, duplicate, conflict].map(({ mark }) => mark)).toEqual([
      'first',
      'replay',
      'duplicate',
      'conflict',
    ])
    expect([replay, duplicate, conflict].map(({ earlierId }) => earlierId)).toEqual([first.id, first.id, first.id])
    expect(deliveriesOfEvent(journal, 'e-1')).toHaveLength(4)
  })

  it('reports the status with which the app accepted an earlier copy, and ignores failed copies', () => {
    const journal = makeJournal()
    const first = appendDelivery(journal, delivery())
    appendAttempt(journal, { deliveryId: first.id, at: NOON, status: 500, ms: 3, error: null })

    const afterFailure = appendDelivery(journal, delivery())
    appendAttempt(journal, { deliveryId: afterFailure.id, at: NOON, status: 204, ms: 3, error: null })
    const afterSuccess = appendDelivery(journal, delivery())

    expect([afterFailure.takenWith, afterSuccess.takenWith]).toEqual([null, 204])
  })

  it('does not count events without an id, or of another app, as copies', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcapp-journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'state', 'journal.db')
    const [one, other] = [makeJournal('app.acme.one', path), makeJournal('app.acme.other', path)]

    const marks = [
      appendDelivery(one, delivery({ eventId: null })),
      appendDelivery(one, delivery({ eventId: null })),
      appendDelivery(one, delivery()),
      appendDelivery(other, delivery()),
    ].map(({ mark }) => mark)

    expect(marks).toEqual(['first', 'first', 'first', 'first'])
    expect(listDeliveries(other)).toHaveLength(1)
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('writes with synchronous=FULL (P2)', () => {
    const { db } = makeJournal()

    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  })

  it.each([
    ['3.51.2', true],
    ['3.50.9', true],
    ['2.99.9', true],
    ['3.51.3', false],
    ['3.52.0', false],
    ['4.0.0', false],
  ])('checks SQLite %s (too old: %s) (P2)', (version, isTooOld) => {
    const check = () => rejectOldSqlite(version)

    if (isTooOld) expect(check).toThrow(expect.objectContaining({ code: 'journal.sqlite-too-old' }))
    else expect(check).not.toThrow()
  })

  it('lists deliveries, calls and installs newest first, and attempts in order', () => {
    const journal = makeJournal()
    const { id } = appendDelivery(journal, delivery())
    appendDelivery(journal, delivery({ eventId: 'e-2' }))
    appendAttempt(journal, { deliveryId: id, at: NOON, status: null, ms: 1, error: 'app-unreachable' })
    appendAttempt(journal, { deliveryId: id, at: NOON, status: 200, ms: 2.5, error: null })
    appendCall(journal, {
      at: NOON,
      method: 'GET',
      path: '/api/apps/v1/orders',
      pin: '7',
      status: 200,
      ms: 4,
      note: null,
    })
    appendInstall(journal, {
      at: NOON,
      storeId: '1001',
      regionId: null,
      installScope: 'store',
      scopes: ['orders.read'],
      exchangedBy: 'app',
    })

    expect(listDeliveries(journal).map(({ eventId }) => eventId)).toEqual(['e-2', 'e-1'])
    expect(listDeliveries(journal, { limit: 1 })).toHaveLength(1)
    expect(attemptsOfDelivery(journal, id).map(({ status, error }) => [status, error])).toEqual([
      [null, 'app-unreachable'],
      [200, null],
    ])
    expect(listCalls(journal)).toMatchObject([
      { at: NOON, method: 'GET', path: '/api/apps/v1/orders', pin: '7', status: 200, ms: 4, note: null },
    ])
    expect(listJournaledInstalls(journal)[0]).toMatchObject({
      storeId: '1001',
      regionId: null,
      scopes: ['orders.read'],
    })
  })

  it('fails if the disk is full, and accepts deliveries again when there is space (P11)', () => {
    const journal = makeJournal()
    const pages = Number(journal.db.prepare('PRAGMA page_count').get()?.['page_count'])
    journal.db.exec(`PRAGMA max_page_count = ${pages + 2}`)
    const big = delivery({ body: Buffer.alloc(100_000) })

    expect(() => appendDelivery(journal, big)).toThrow(/full/)
    journal.db.exec('PRAGMA max_page_count = 100000')
    expect(appendDelivery(journal, big).mark).toBe('first')
  })

  it('rejects a file that is not a journal', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcapp-journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'journal.db')
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA user_version = 99')
    newer.close()

    expect(() => openJournal({ path, appKey: 'app.acme.loyalty' })).toThrow(
      expect.objectContaining({ code: 'storage.newer' }),
    )
  })
})
