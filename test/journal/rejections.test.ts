import { expect, it, onTestFinished } from 'vitest'

import { openJournal } from '../../src/journal/journal.ts'
import { countRejections, rejectionsSince, currentRejections } from '../../src/journal/rejections.ts'
import { pruneChunk } from '../../src/journal/retention.ts'
import { readInteger } from '../../src/storage/statements.ts'
import { addDelivery } from '../inspector/fixture.ts'
import { NOON } from '../support/context.ts'

function makeJournal() {
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  onTestFinished(journal.close)
  return journal
}

const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)

it('counts current rejections from the newest delivery, not from the beginning', () => {
  const journal = makeJournal()
  countRejections(journal, { reason: 'too-old', count: 500, at: after(-7200) })
  countRejections(journal, { reason: 'too-old', count: 3, at: after(-60) })

  const before = currentRejections(journal, { now: NOON })
  addDelivery(journal, { receivedAt: after(-30) })
  countRejections(journal, { reason: 'too-old', count: 2, at: after(-10) })
  countRejections(journal, { reason: 'header-missing', count: 1, at: after(-5) })

  expect(before).toEqual({
    counts: [{ reason: 'too-old', count: 3, lastAt: after(-60) }],
    since: 'hour',
    pastMismatches: 0,
  })
  expect(currentRejections(journal, { now: NOON })).toEqual({
    counts: [
      { reason: 'header-missing', count: 1, lastAt: after(-5) },
      { reason: 'too-old', count: 2, lastAt: after(-10) },
    ],
    since: 'delivery',
    pastMismatches: 0,
  })
  expect(readInteger(journal.db, "SELECT count FROM refusals WHERE reason = 'too-old'")).toBe(505)
})

it('separates signature mismatches before the current secret was stored from those after it', () => {
  const journal = makeJournal()
  countRejections(journal, { reason: 'signature-mismatch', count: 2, at: after(-60) })
  countRejections(journal, { reason: 'too-old', count: 1, at: after(-50) })
  const found = () => currentRejections(journal, { now: NOON, secretAt: after(-30) })

  const past = found()
  countRejections(journal, { reason: 'signature-mismatch', count: 3, at: after(-10) })

  expect(past).toMatchObject({ counts: [{ reason: 'too-old', count: 1 }], pastMismatches: 2 })
  expect(found()).toMatchObject({
    counts: [
      { reason: 'signature-mismatch', count: 3 },
      { reason: 'too-old', count: 1 },
    ],
    pastMismatches: 2,
  })
})

it('keeps the rejections of a session on one platform separate from those on the other', () => {
  const journal = makeJournal()
  countRejections(journal, { reason: 'signature-mismatch', count: 2, at: after(-20), target: 'emulator' })
  countRejections(journal, { reason: 'too-old', count: 1, at: after(-10), target: 'live' })
  countRejections(journal, { reason: 'header-missing', count: 1, at: after(-9) })
  // Settles what the emulator's secret was, and nothing on live.
  addDelivery(journal, { receivedAt: after(-5), target: 'emulator' })

  const reasons = (target?: 'emulator' | 'live') =>
    currentRejections(journal, { now: NOON, target }).counts.map(({ reason }) => reason)

  expect([reasons('emulator'), reasons('live'), reasons()]).toEqual([[], ['header-missing', 'too-old'], []])
  expect(rejectionsSince(journal, after(-60), 'emulator').map(({ reason }) => reason)).toEqual([
    'header-missing',
    'signature-mismatch',
  ])
})

it('a flood of rejections over weeks uses a bounded number of rows, and old rows are deleted (T14)', () => {
  const journal = makeJournal()
  for (let second = 0; second < 21_000; second++) {
    countRejections(journal, { reason: 'header-missing', count: 100, at: after(second) })
  }
  const rows = () => readInteger(journal.db, 'SELECT count(*) FROM refusal_times')
  expect(rows()).toBe(20_000)
  expect(rejectionsSince(journal, after(20_990))).toMatchObject([{ count: 1000 }])

  const now = after(21_000)
  while (pruneChunk(journal, { now, maxAgeMs: 1000 * 1000, maxBytes: 1e9 }) > 0);
  expect(rows()).toBe(1000)
})
