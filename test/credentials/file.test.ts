import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createEmulatorFile } from '../../src/credentials/file.ts'
import { EMULATOR, LIVE, makeFolder, makePaths, secretKey, TOKEN, tokenKey } from './support.ts'

describe('createEmulatorFile', () => {
  it('stores emulator secrets', async () => {
    const path = makePaths().emulatorSecretsFile
    await createEmulatorFile(path).set(tokenKey(EMULATOR), TOKEN)
    await createEmulatorFile(path).set(secretKey(EMULATOR), 'cs_x')

    const again = createEmulatorFile(path)

    expect(await again.get(tokenKey(EMULATOR))).toBe(TOKEN)
    expect(await again.remove(tokenKey(EMULATOR))).toBe(true)
    expect(await again.remove(tokenKey(EMULATOR))).toBe(false)
    expect(await again.get(secretKey(EMULATOR))).toBe('cs_x')
  })

  it('rejects a live secret and writes nothing (T17)', async () => {
    const path = makePaths().emulatorSecretsFile

    await expect(createEmulatorFile(path).set(tokenKey(LIVE), TOKEN)).rejects.toMatchObject({
      code: 'credentials.rejected',
    })
    expect(existsSync(path)).toBe(false)
  })

  it('rejects a symbolic link and leaves its target unchanged (T20)', async () => {
    const path = join(makeFolder(), 'emulator-secrets.json')
    const victim = join(makeFolder(), 'victim')
    writeFileSync(victim, '{}')
    symlinkSync(victim, path)

    await expect(createEmulatorFile(path).set(tokenKey(EMULATOR), TOKEN)).rejects.toMatchObject({
      code: 'storage.symlink',
    })
    expect(readFileSync(victim, 'utf8')).toBe('{}')
  })

  it.each(['', '{"a":', '[]', 'null', '{"a":1}', '\u0000\u0001'])(
    'leaves a damaged file unchanged: %j (P13)',
    async (content) => {
      const path = makePaths().emulatorSecretsFile
      mkdirSync(dirname(path))
      writeFileSync(path, content)

      await expect(createEmulatorFile(path).set(tokenKey(EMULATOR), TOKEN)).rejects.toMatchObject({
        code: 'credentials.broken',
      })
      expect(readFileSync(path, 'utf8')).toBe(content)
    },
  )
})
