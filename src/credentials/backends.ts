import { createIndex, indexFile, type CredentialIndex } from './credential-index.ts'
import type { Backend, SecretStore } from './credentials.ts'
import { createEncryptedFile, type EncryptedFile, type EncryptedFileOptions } from './encrypted-file.ts'
import { createEmulatorFile } from './file.ts'
import { createKeychain, type Keychain } from './keychain.ts'

export interface BackendOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly paths: { readonly home: string; readonly credentialsFile: string; readonly emulatorSecretsFile: string }
  /** Node.js executable for the keychain process. */
  readonly nodePath: string
  readonly platform: string
  readonly askPassphrase?: EncryptedFileOptions['askPassphrase']
  /** One for the whole command, so that it waits for a silent keychain only once. Default: a new one. */
  readonly keychain?: Keychain
  /** Cost of the encrypted file. A cheaper one makes tests fast. */
  readonly cost?: EncryptedFileOptions['cost']
}

/** All stores of secrets, and their index. Creating them opens and starts nothing. */
export interface Backends {
  readonly index: CredentialIndex
  readonly keychain: Keychain
  readonly encryptedFile: EncryptedFile
  readonly emulatorFile: SecretStore
  /** Returns the store of an index entry; null for a backend that stores nothing on disk. */
  readonly byName: (backend: Backend) => SecretStore | null
}

export function createBackends(options: BackendOptions): Backends {
  const { env, paths, askPassphrase, cost } = options
  const keychain = options.keychain ?? createKeychain(options)
  const encryptedFile = createEncryptedFile({ path: paths.credentialsFile, env, askPassphrase, cost })
  const emulatorFile = createEmulatorFile(paths.emulatorSecretsFile)
  const named: Partial<Record<Backend, SecretStore>> = { keychain, 'encrypted-file': encryptedFile, file: emulatorFile }
  return {
    index: createIndex(indexFile(paths)),
    keychain,
    encryptedFile,
    emulatorFile,
    byName: (backend) => named[backend] ?? null,
  }
}
