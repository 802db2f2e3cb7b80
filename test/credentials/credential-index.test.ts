import { spawn } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createIndex, type IndexEntry } from '../../src/credentials/credential-index.ts'
import { EMULATOR, LIVE, makeFolder, secretKey, tokenKey } from './support.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))

function entry(backend: IndexEntry['backend'], minute = 0, key = tokenKey(LIVE)): IndexEntry {
  return { key, backend, where: `in the ${backend}`, savedAt: at(minute) }
}

describe('createIndex', () => {
  it('is created by the first change, not by a query', async () => {
    const path = join(makeFolder(), 'index.db')
    const index = createIndex(path)

    expect([index.list(), index.find(tokenKey(LIVE)), index.uses(LIVE, 'file')]).toEqual([[], [], false])
    expect(existsSync(path)).toBe(false)
    await index.put(entry('keychain'))
    expect(existsSync(path)).toBe(true)
  })

  it('lists all locations of a secret, newest first, and deletes a single one', async () => {
    const path = join(makeFolder(), 'index.db')
    const index = createIndex(path)
    await index.put(entry('keychain', 1))
    await index.put(entry('encrypted-file', 2))
    await index.put(entry('keychain', 3))
    await index.put(entry('keychain', 4, secretKey(EMULATOR)))

    expect(createIndex(path).find(tokenKey(LIVE))).toEqual([entry('keychain', 3), entry('encrypted-file', 2)])
    expect(createIndex(path).list()).toHaveLength(3)
    expect([index.uses(EMULATOR, 'keychain'), index.uses(EMULATOR, 'file')]).toEqual([true, false])

    await index.drop(tokenKey(LIVE), 'keychain')
    expect(index.find(tokenKey(LIVE))).toEqual([entry('encrypted-file', 2)])
  })

  it('reverts the entries of failed work', async () => {
    const index = createIndex(join(makeFolder(), 'index.db'))
    const work = index.exclusively(async ({ put }) => {
      put(entry('file'))
      throw new Error('disk full')
    })

    await expect(work).rejects.toThrow('disk full')
    await index.put(entry('keychain'))
    expect(index.list()).toEqual([entry('keychain')])
  })

  it('waits for another process that holds the lock, but not for a killed one (P14)', async () => {
    const path = join(makeFolder(), 'index.db')
    const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-lock.ts'), path])
    onTestFinished(() => void holder.kill('SIGKILL'))
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    const index = createIndex(path)
    let isDone = false

    const putting = index.put(entry('keychain')).then(() => (isDone = true))
    await new Promise((resolve) => void setTimeout(resolve, 200))
    const wasDoneBefore = isDone
    holder.kill('SIGKILL')
    await putting

    expect(wasDoneBefore).toBe(false)
    expect(createIndex(path).list()).toHaveLength(1)
  })

  it('rejects a symbolic link (T20)', async () => {
    const path = join(makeFolder(), 'index.db')
    const victim = join(makeFolder(), 'victim')
    writeFileSync(victim, 'mine')
    symlinkSync(victim, path)

    await expect(createIndex(path).put(entry('file'))).rejects.toMatchObject({ code: 'storage.symlink' })
    expect(readFileSync(victim, 'utf8')).toBe('mine')
  })
})
