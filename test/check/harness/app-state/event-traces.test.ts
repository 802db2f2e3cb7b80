import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import type { AppInstance } from '../../../../src/check/harness/app-instance.ts'
import { isWaiting } from '../../../../src/check/harness/app-state/event-traces.ts'
import { writtenSince } from '../../../../src/check/harness/app-state/written-files.ts'

const [done, waiting] = ['evt_11111111111111111111111111111111', 'evt_22222222222222222222222222222222']

/** An app of which only the files matter. */
function appWith(write: (dir: string) => void): AppInstance {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-traces-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  write(dir)
  return { dir, written: () => writtenSince(dir, new Map()) } as unknown as AppInstance
}

/** Orders of different stores have the same ids. */
const of = (eventId: string, storeId: number) => ({ eventId, order: { id: 41, storeId, regionId: storeId * 10 } })

const isKept = async (app: AppInstance) => isWaiting(app, of(waiting, 8), of(done, 7))

it('a job row distinguishes a waiting event from a finished event', async () => {
  const app = appWith((dir) => {
    const db = new DatabaseSync(join(dir, 'app.db'))
    db.exec('CREATE TABLE seen (id TEXT); CREATE TABLE jobs (id INTEGER, event TEXT)')
    for (const id of [done, waiting]) db.prepare('INSERT INTO seen VALUES (?)').run(id)
    db.prepare('INSERT INTO jobs VALUES (7, ?)').run(JSON.stringify({ eventId: waiting }))
    db.close()
  })

  expect(await isKept(app)).toBe(true)
})

it('a job may name only the order of its event, and a finished order has as many rows', async () => {
  const app = (job: { readonly store: number; readonly payload: object }) =>
    appWith((dir) => {
      const db = new DatabaseSync(join(dir, 'app.db'))
      db.exec('CREATE TABLE seen (id TEXT); CREATE TABLE costs (store INTEGER, order_id INTEGER)')
      db.exec('CREATE TABLE jobs (store INTEGER, payload TEXT)')
      for (const id of [done, waiting]) db.prepare('INSERT INTO seen VALUES (?)').run(id)
      for (const store of [7, 8]) db.prepare('INSERT INTO costs VALUES (?, 41)').run(store)
      db.prepare('INSERT INTO jobs VALUES (?, ?)').run(job.store, JSON.stringify(job.payload))
      db.close()
    })

  expect(await isKept(app({ store: 8, payload: { kind: 'order', orderId: '41' } }))).toBe(true)
  expect(await isKept(app({ store: 0, payload: { regionId: 80, orderId: 41 } }))).toBe(true)
  expect(await isKept(app({ store: 7, payload: { kind: 'order', orderId: '41' } }))).toBe(false)
  expect(await isKept(app({ store: 8, payload: { kind: 'sync', rows: 41 } }))).toBe(false)
  expect(await isKept(app({ store: 8, payload: { orderId: 412 } }))).toBe(false)
})

it('a job in a JSON file counts like a row', async () => {
  const jobs = [{ storeId: 8, orderId: 41 }]

  expect(await isKept(appWith((dir) => writeFileSync(join(dir, 'jobs.json'), JSON.stringify({ jobs }))))).toBe(true)
})

it('a different word in the same row distinguishes them too, but a different number or id does not', async () => {
  const rows = (left: string, right: string) =>
    appWith((dir) => {
      const db = new DatabaseSync(join(dir, 'app.db'))
      db.exec('CREATE TABLE events (id TEXT, at INTEGER, state TEXT)')
      db.prepare('INSERT INTO events VALUES (?, 1700000001, ?)').run(done, left)
      db.prepare('INSERT INTO events VALUES (?, 1700000002, ?)').run(waiting, right)
      db.close()
    })

  expect(await isKept(rows('done', 'failed'))).toBe(true)
  expect(await isKept(rows('done', 'done'))).toBe(false)
})

it('a queue in a JSON file and a line in a job log count like rows', async () => {
  const json = appWith((dir) => {
    const state = { seen: { [done]: 1, [waiting]: 1 }, queue: [{ event: { eventId: waiting }, tries: 3 }] }
    writeFileSync(join(dir, 'state.json'), JSON.stringify(state))
  })
  const lines = appWith((dir) => {
    mkdirSync(join(dir, 'data'))
    writeFileSync(join(dir, 'data/jobs.jsonl'), `{"id":"${waiting}"}\n`)
  })
  const alike = appWith((dir) => {
    writeFileSync(join(dir, 'state.json'), JSON.stringify({ seen: { [done]: 1, [waiting]: 2 } }))
  })

  expect([await isKept(json), await isKept(lines), await isKept(alike)]).toEqual([true, true, false])
})
