import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { appendDelivery, listDeliveries } from '../../src/journal/deliveries.ts'
import { openJournal, type Journal } from '../../src/journal/journal.ts'
import { openJournalSafely } from '../../src/journal/open-safely.ts'
import { someDelivery } from '../support/delivery.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

function fill(journal: Journal, count: number, body = Buffer.alloc(2000, 'x')): void {
  for (let at = 0; at < count; at++) {
    appendDelivery(journal, someDelivery({ receivedAt: NOW, eventId: `e-${at}`, storeId: '1', body }))
  }
}

function makeFile() {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.db')
  const journal = openJournal({ path, appKey: 'app.acme.loyalty' })
  fill(journal, 100)
  journal.close()
  return { folder, path }
}

function smash(path: string, offset: number, length: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(length, 0xa5), 0, length, offset)
  closeSync(file)
}

const old = (path: string) => utimesSync(path, new Date(NOW.getTime() - 60_000), new Date(NOW.getTime() - 60_000))

describe('a damaged journal', () => {
  it.each<[string, (path: string) => void]>([
    [
      'an empty file',
      (path) => {
        truncateSync(path, 0)
        old(path)
      },
    ],
    ['half a file', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['a smashed header', (path) => smash(path, 0, 100)],
    ['a smashed page 3', (path) => smash(path, 8192, 4096)],
    ['a text file', (path) => writeFileSync(path, 'hello\n'.repeat(100))],
    ['a few bytes', (path) => writeFileSync(path, 'SQLite')],
  ])('P12 %s is moved aside with the time in its name, and a new one accepts deliveries', (_what, damage) => {
    const { folder, path } = makeFile()
    damage(path)
    const damaged = readFileSync(path)

    const { journal, movedTo } = openJournalSafely({ path, appKey: 'app.acme.loyalty', now: NOW })
    onTestFinished(() => journal.close())

    expect(movedTo).toBe(`${path}.broken-2026-11-21T12-00-00-000Z`)
    expect(readFileSync(movedTo ?? '').equals(damaged)).toBe(true)
    fill(journal, 1)
    expect(listDeliveries(journal)).toHaveLength(1)
    expect(readdirSync(folder).every((name) => statSync(join(folder, name)).mode % 0o100 === 0)).toBe(true)
  })

  it('is reported for an emptied file, however recently it was emptied (P12)', () => {
    const { path } = makeFile()
    truncateSync(path, 0)
    // Made a minute ago, changed just now.
    const now = new Date(Date.now() + 60_000)
    utimesSync(path, now, now)

    const { journal, movedTo } = openJournalSafely({ path, appKey: 'app.acme.loyalty', now })
    onTestFinished(() => journal.close())

    expect(statSync(movedTo ?? '').size).toBe(0)
    expect(() => openJournal({ path: movedTo ?? '', appKey: 'app.acme.loyalty' })).toThrow(
      expect.objectContaining({ code: 'storage.broken' }),
    )
  })

  it('is not reported for an intact file, a missing one, or one that another process is creating (P12)', () => {
    const { path } = makeFile()
    const sound = openJournalSafely({ path, appKey: 'app.acme.loyalty', now: NOW })
    onTestFinished(() => sound.journal.close())
    const missing = openJournalSafely({ path: `${path}.other`, appKey: 'app.acme.loyalty', now: NOW })
    onTestFinished(() => missing.journal.close())
    const fresh = `${path}.fresh`
    writeFileSync(fresh, '', { mode: 0o600 })
    const made = openJournalSafely({ path: fresh, appKey: 'app.acme.loyalty', now: new Date() })
    onTestFinished(() => made.journal.close())

    expect([sound.movedTo, missing.movedTo, made.movedTo]).toEqual([null, null, null])
    expect(listDeliveries(sound.journal)).toHaveLength(100)
  })

  it('is not reported for a file without its WAL, which has the data of the last checkpoint (P12)', () => {
    const { folder, path } = makeFile()
    const journal = openJournal({ path, appKey: 'app.acme.loyalty' })
    fill(journal, 5)
    const copy = join(folder, 'copy.db')
    writeFileSync(copy, readFileSync(path), { mode: 0o600 })
    journal.close()

    const { journal: again, movedTo } = openJournalSafely({ path: copy, appKey: 'app.acme.loyalty', now: NOW })
    onTestFinished(() => again.close())

    expect(movedTo).toBeNull()
    expect(listDeliveries(again, { limit: 1000 })).toHaveLength(100)
    expect(existsSync(`${copy}.broken-2026-11-21T12-00-00-000Z`)).toBe(false)
  })
})
