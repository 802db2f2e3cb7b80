import { createIndex, indexFile, type CredentialIndex } from './credential-index.ts'
import type { Backend, SecretStore } from './credentials.ts'
import { createEncryptedFile, type EncryptedFile, type EncryptedFileOptions } from './encrypted-file.ts'
import { createEmulatorFile } from './file.ts'
import { createKeychain, type Keychain } from './keychain.ts'

export interface BackendOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly paths: { readonly home: string; readonly credentialsFile: string; readonly emulatorSecretsFile: string }
  /** The Node that runs the keychain process. */
  readonly nodePath: string
  readonly platform: string
  readonly askPassphrase?: EncryptedFileOptions['askPassphrase']
  /** One for the whole command, so that silence is waited for once; made when left out. */
  readonly keychain?: Keychain
  /** Of the encrypted file; a cheaper one makes tests fast. */
  readonly cost?: EncryptedFileOptions['cost']
}

/** All places for secrets, and the index over them. Nothing is opened or started by making them. */
export interface Backends {
  readonly index: CredentialIndex
  readonly keychain: Keychain
  readonly encryptedFile: EncryptedFile
  readonly emulatorFile: SecretStore
  /** The one that an index entry names; null for a backend that keeps nothing on disk. */
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
