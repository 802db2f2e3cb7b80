import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { openCodeLedger } from '../../src/install/ledger.ts'

const at = new Date('2026-11-21T12:00:00Z')
const facts = { appKey: 'app.a.b', identity: 'emulator:x', at }

it('records when a code was first seen and first used', () => {
  const ledger = openCodeLedger(':memory:')
  onTestFinished(() => ledger.close())

  ledger.noteObtained('c1', facts)
  ledger.noteObtained('c1', { ...facts, appKey: 'app.later', at: new Date(at.getTime() + 1_000) })
  expect(ledger.find('c1')).toEqual({ appKey: 'app.a.b', identity: 'emulator:x', obtainedAt: at, usedAt: null })

  ledger.noteUsed('c1', at)
  ledger.noteUsed('c1', new Date(at.getTime() + 9_000))
  expect(ledger.find('c1')?.usedAt).toEqual(at)
  expect(ledger.find('c2')).toBeNull()
})

it('stores a digest instead of the code, and deletes it after 30 days (T35)', () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'codes.db')
  const code = 'canary'.repeat(10)
  const ledger = openCodeLedger(path)

  ledger.noteObtained(code, facts)
  ledger.noteObtained('later', { ...facts, at: new Date(at.getTime() + 31 * 24 * 3_600_000) })
  expect(ledger.find(code)).toBeNull()
  ledger.close()

  expect(readFileSync(path).includes('canary')).toBe(false)
})
