import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createEncryptedFile } from '../../src/credentials/encrypted-file.ts'
import { LIVE, makeFolder, makePaths, secretKey, TOKEN, tokenKey } from './support.ts'

const cost = { N: 1024, r: 8, p: 1 }
const PASSPHRASE = 'four words of mine'

function openFile(path: string, passphrase = PASSPHRASE) {
  return createEncryptedFile({ path, env: { SVCAPP_PASSPHRASE: passphrase }, cost })
}

describe('createEncryptedFile', () => {
  it('stores secrets across processes, and none of them readable (GEN-003)', async () => {
    const path = makePaths().credentialsFile
    await openFile(path).set(tokenKey(LIVE), TOKEN)
    await openFile(path).set(secretKey(LIVE), 'cs_other')

    const again = openFile(path)

    expect(await again.get(tokenKey(LIVE))).toBe(TOKEN)
    expect(await again.get(secretKey(LIVE))).toBe('cs_other')
    expect(await again.remove(tokenKey(LIVE))).toBe(true)
    expect(await again.remove(tokenKey(LIVE))).toBe(false)
    expect(await again.get(tokenKey(LIVE))).toBeNull()
    expect(readFileSync(path, 'utf8')).not.toMatch(/svcapp_1001|cs_other|loyalty/)
  })

  it('distinguishes a wrong passphrase from a damaged file, and leaves both unchanged', async () => {
    const path = makePaths().credentialsFile
    await openFile(path).set(tokenKey(LIVE), TOKEN)
    const whole = readFileSync(path, 'utf8')

    await expect(openFile(path, 'another passphrase').set(tokenKey(LIVE), 'x')).rejects.toMatchObject({
      code: 'credentials.bad-passphrase',
    })
    expect(readFileSync(path, 'utf8')).toBe(whole)

    const half = whole.slice(0, whole.length / 2)
    writeFileSync(path, half)
    await expect(openFile(path).set(tokenKey(LIVE), 'x')).rejects.toMatchObject({ code: 'credentials.broken' })
    await expect(openFile(path).get(tokenKey(LIVE))).rejects.toMatchObject({ code: 'credentials.broken' })
    expect(readFileSync(path, 'utf8')).toBe(half)
  })

  it('reports an empty file as corrupted, not new (P13)', async () => {
    const path = makePaths().credentialsFile
    mkdirSync(dirname(path))
    writeFileSync(path, '')

    await expect(openFile(path).set(tokenKey(LIVE), TOKEN)).rejects.toMatchObject({ code: 'credentials.broken' })
  })

  it('rejects a symbolic link and leaves its target unchanged (T20)', async () => {
    const path = join(makeFolder(), 'credentials.json')
    const victim = join(makeFolder(), 'victim')
    writeFileSync(victim, 'mine')
    symlinkSync(victim, path)

    await expect(openFile(path).set(tokenKey(LIVE), TOKEN)).rejects.toMatchObject({ code: 'storage.symlink' })
    await expect(openFile(path).get(tokenKey(LIVE))).rejects.toMatchObject({ code: 'storage.symlink' })
    expect(readFileSync(victim, 'utf8')).toBe('mine')
  })

  it('asks once for the passphrase of an existing file, twice for a new one', async () => {
    const path = makePaths().credentialsFile
    const asked: string[] = []
    const ask = async ({ message }: { message: string }) => {
      asked.push(message)
      return PASSPHRASE
    }
    const file = createEncryptedFile({ path, env: {}, askPassphrase: ask, cost })
    await file.set(tokenKey(LIVE), TOKEN)
    await file.get(tokenKey(LIVE))
    expect(asked).toHaveLength(2)

    const again = createEncryptedFile({ path, env: {}, askPassphrase: ask, cost })
    expect(await again.get(tokenKey(LIVE))).toBe(TOKEN)
    expect(asked).toHaveLength(3)
  })

  it('asks again after an empty, short or mistyped passphrase, and shows the rule', async () => {
    const answers = ['', 'short', PASSPHRASE, 'something else', PASSPHRASE, PASSPHRASE]
    const asked: string[] = []
    const askPassphrase = async ({ message }: { message: string }) => (asked.push(message), answers.shift() ?? '')
    const path = makePaths().credentialsFile

    await createEncryptedFile({ path, env: {}, askPassphrase, cost }).set(tokenKey(LIVE), TOKEN)

    expect(await openFile(path).get(tokenKey(LIVE))).toBe(TOKEN)
    expect(asked).toEqual([
      `Passphrase for the new file ${path} (at least 8 characters). Commands that use a secret prompt for it or read SVCAPP_PASSPHRASE:`,
      'A passphrase is needed. Passphrase with at least 8 characters:',
      'Too short. Passphrase with at least 8 characters:',
      'Repeat the passphrase:',
      'The two passphrases differ. Passphrase with at least 8 characters:',
      'Repeat the passphrase:',
    ])
  })

  it('asks three times for the passphrase of a file, after an empty and a wrong one', async () => {
    const path = makePaths().credentialsFile
    await openFile(path).set(tokenKey(LIVE), TOKEN)
    const person = (...answers: string[]) => {
      const asked: string[] = []
      const askPassphrase = async ({ message }: { message: string }) => (asked.push(message), answers.shift() ?? '')
      return { asked, file: createEncryptedFile({ path, env: {}, askPassphrase, cost }) }
    }
    const first = person('', 'a wrong one', PASSPHRASE)

    expect(await first.file.get(tokenKey(LIVE))).toBe(TOKEN)
    expect(first.asked).toEqual([
      `Passphrase for ${path} (or set SVCAPP_PASSPHRASE):`,
      `A passphrase is needed. Passphrase for ${path}:`,
      `Wrong passphrase. Passphrase for ${path}:`,
    ])

    const second = person('a wrong one', '', 'another wrong one', PASSPHRASE)
    await expect(second.file.get(tokenKey(LIVE))).rejects.toMatchObject({
      code: 'credentials.bad-passphrase',
      message: `The passphrase for ${path} is wrong.`,
    })
    expect(second.asked).toHaveLength(3)
  })

  it.each([
    ['there is nobody to ask', { env: {}, askPassphrase: async () => null }],
    ['there is no way to ask', { env: {} }],
    ['it is too short for a new file', { env: { SVCAPP_PASSPHRASE: 'short' } }],
    [
      'it was not repeated right',
      { env: {}, askPassphrase: async ({ message }: { message: string }) => `passphrase ${message}` },
    ],
  ])('creates no file without a passphrase: %s', async (_, options) => {
    const path = makePaths().credentialsFile

    await expect(createEncryptedFile({ path, cost, ...options }).set(tokenKey(LIVE), TOKEN)).rejects.toMatchObject({
      code: 'credentials.bad-passphrase',
    })
    expect(existsSync(path)).toBe(false)
  })

  it('asks for no passphrase if there is nothing to read', async () => {
    expect(await createEncryptedFile({ path: makePaths().credentialsFile, env: {} }).get(tokenKey(LIVE))).toBeNull()
  })
})
