import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished, vi } from 'vitest'

import { closeState } from '../../src/context/close-state.ts'
import { statePaths } from '../../src/project/paths.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

function makeHome(mode: number) {
  const home = join(mkdtempSync(join(tmpdir(), 'svcapp-state-')), 'home')
  onTestFinished(() => rmSync(join(home, '..'), { recursive: true, force: true }))
  mkdirSync(home)
  chmodSync(home, mode)
  const notes: string[] = []
  return {
    home,
    notes,
    close: () => closeState(statePaths({ env: { SVCAPP_HOME: home }, dataDir: '' }), (line) => notes.push(line)),
  }
}

it('restricts a state folder that others could access, with our files in it, and reports it once (T17)', () => {
  const { home, notes, close } = makeHome(0o777)
  for (const name of ['journal.db', 'journal.db-wal', 'credentials.json', 'notes.txt']) {
    writeFileSync(join(home, name), '')
    chmodSync(join(home, name), 0o666)
  }
  mkdirSync(join(home, 'emulator'))
  chmodSync(join(home, 'emulator'), 0o777)

  close()
  close()

  expect([modeOf(home), modeOf(join(home, 'emulator'))]).toEqual(['700', '700'])
  for (const name of ['journal.db', 'journal.db-wal', 'credentials.json']) expect(modeOf(join(home, name))).toBe('600')
  // What is not ours stays as it is.
  expect(modeOf(join(home, 'notes.txt'))).toBe('666')
  expect(notes).toEqual([`${home} was accessible to other users. It is now private to you.`])
})

it('leaves a restricted or missing folder unchanged (T17)', () => {
  const { home, notes, close } = makeHome(0o700)
  close()
  rmSync(home, { recursive: true })
  close()

  expect(notes).toEqual([])
})

it.each(['~/svc', '~root/svc', '~'])('rejects SVCAPP_HOME=%s, which only a shell expands', (home) => {
  const paths = statePaths({ env: { SVCAPP_HOME: home }, dataDir: '' })

  expect(() => closeState(paths, () => undefined)).toThrow(`SVCAPP_HOME=${home}: no shell expanded ~`)
})

it.skipIf(!isRoot)('rejects the folder of another user, which root may use after a notice (T17)', () => {
  const { home, notes, close } = makeHome(0o755)
  chownSync(home, NOBODY, NOBODY)

  close()
  vi.spyOn(process, 'getuid').mockReturnValue(1234)
  onTestFinished(() => void vi.restoreAllMocks())

  expect(notes).toEqual([
    `${home} belongs to user ${NOBODY}. Root uses it anyway.`,
    `${home} was accessible to other users. It is now private to you.`,
  ])
  expect(close).toThrow(expect.objectContaining({ code: 'storage.not-private' }))
})

it('rejects a folder that all users share, and leaves it unchanged (T17)', () => {
  const { home, close } = makeHome(0o1777)

  expect(close).toThrow(expect.objectContaining({ code: 'storage.not-private' }))
  expect(modeOf(home)).toBe('1777')
})

it.skipIf(!isRoot)('suggests the command that restores a state folder created by a sudo command', () => {
  const { home, close } = makeHome(0o700)
  chownSync(join(home, '..'), NOBODY, NOBODY)
  vi.spyOn(process, 'getuid').mockReturnValue(NOBODY)
  onTestFinished(() => void vi.restoreAllMocks())

  expect(close).toThrow(
    expect.objectContaining({
      code: 'storage.not-private',
      suggestions: [`sudo chown -R ${NOBODY} ${home}`, expect.stringContaining('SVCAPP_HOME')],
    }),
  )
  vi.spyOn(process, 'getuid').mockReturnValue(NOBODY + 1)
  expect(close).toThrow(expect.objectContaining({ suggestions: [expect.stringContaining('SVCAPP_HOME')] }))
})

it('warns about a folder that cannot be created, before a command runs without it', () => {
  const { home, notes } = makeHome(0o700)
  writeFileSync(join(home, 'file'), '')
  const place = join(home, 'file', 'state')

  closeState(statePaths({ env: { SVCAPP_HOME: place }, dataDir: '' }), (line) => notes.push(line))

  expect(notes).toEqual([
    `${place} cannot be written, so this command saves no state. Set SVCAPP_HOME to a writable folder.`,
  ])
})
