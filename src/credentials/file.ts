import { dirname } from 'node:path'

import { AppError } from '../errors.ts'
import { ensureFolder, writeFileAtomic } from '../storage/files.ts'
import { isEmulatorKey, keyName, type CredentialKey, type SecretStore } from './credentials.ts'
import { notReadBack, parseSecrets, readSecretFile } from './secret-file.ts'

/**
 * Creates a store of emulator secrets, which are valid only for the emulator, in a plain file for this user only (0600). Rejects all other secrets
 * (`credentials.rejected`). The caller of `set` and `remove` must hold the index's lock. Raises `credentials.broken` for a file that is not one of ours.
 */
export function createEmulatorFile(path: string): SecretStore {
  const get = async (key: CredentialKey) => readAll(path).get(keyName(key)) ?? null
  return {
    backend: 'file',
    where: path,
    get,
    async set(key, value) {
      if (!isEmulatorKey(key)) throw liveSecret(key)
      writeAll(path, readAll(path).set(keyName(key), value))
      if ((await get(key)) !== value) throw notReadBack(path)
    },
    async remove(key) {
      const secrets = readAll(path)
      if (!secrets.delete(keyName(key))) return false
      writeAll(path, secrets)
      return true
    },
  }
}

function readAll(path: string): Map<string, string> {
  const text = readSecretFile(path)
  if (text === null) return new Map()
  const secrets = parseSecrets(text)
  if (secrets !== null) return secrets
  throw new AppError('credentials.broken', `${path} is damaged. It was left unchanged.`, {
    suggestions: ['Rename the file, then register and install the app on the emulator again.'],
  })
}

function writeAll(path: string, secrets: ReadonlyMap<string, string>): void {
  ensureFolder(dirname(path))
  writeFileAtomic({ path, content: `${JSON.stringify(Object.fromEntries(secrets), null, 2)}\n` })
}

function liveSecret({ identity }: CredentialKey): AppError {
  return new AppError('credentials.rejected', `A secret for ${identity} cannot be stored in an unencrypted file.`, {
    suggestions: ['Choose the encrypted file (SVCAPP_CREDENTIALS=file), or set the secret in the environment.'],
  })
}
