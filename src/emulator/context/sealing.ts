import { createCipheriv, createDecipheriv } from 'node:crypto'
import { constants, closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../../errors.ts'
import { ensureFolder, rejectLink } from '../../storage/files.ts'

export interface Sealing {
  readonly seal: (secret: string) => Uint8Array
  /** Raises `storage.broken` if the bytes were sealed with another key. */
  readonly unseal: (sealed: Uint8Array) => string
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals with AES-256-GCM, so that no database contains a reusable secret in plain text. Layout: nonce, tag, ciphertext. */
export function createSealing(key: Uint8Array, randomBytes: (size: number) => Buffer): Sealing {
  return {
    seal: (secret) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new AppError('storage.broken', "An emulator secret cannot be decrypted with the emulator's key.", {
          cause,
          suggestions: ['app emulator reset'],
        })
      }
    },
  }
}

/** Returns the key of this data folder: `sealing.key`, mode 0600, created at the first start. An emulator in memory has a temporary key. */
export function sealingKey(dir: string, randomBytes: (size: number) => Buffer): Uint8Array {
  if (dir === ':memory:') return randomBytes(KEY_BYTES)
  const path = join(dir, 'sealing.key')
  ensureFolder(dir)
  rejectLink(path)
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    writeSync(file, randomBytes(KEY_BYTES))
    closeSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(path)
  if (key.byteLength === KEY_BYTES) return key
  throw new AppError('storage.broken', `${path} is not an svcapp key file.`, {
    suggestions: [`Rename the folder ${dir}. The next emulator start creates a new folder.`],
  })
}
