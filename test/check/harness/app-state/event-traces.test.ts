import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import type { AppInstance } from '../../../../src/check/harness/app-instance.ts'
import { keepsMore, findTraces } from '../../../../src/check/harness/app-state/event-traces.ts'
import { writtenSince } from '../../../../src/check/harness/app-state/written-files.ts'

const [done, waiting] = ['evt_11111111111111111111111111111111', 'evt_22222222222222222222222222222222']

/** An app of which only the files matter. */
function appWith(write: (dir: string) => void): AppInstance {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-traces-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  write(dir)
  return { dir, written: () => writtenSince(dir, new Map()) } as unknown as AppInstance
}

const isKept = async (app: AppInstance) => keepsMore(await findTraces(app, waiting), await findTraces(app, done))

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
