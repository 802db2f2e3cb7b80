/** `token-key` encrypts tokens in the app's own database; the others are the platform's. */
export type CredentialKind = 'client-secret' | 'signing-secret' | 'token' | 'token-key'

/**
 * The key of a secret. It contains the target's identity, so that the same app on another origin
 * has another secret (T25).
 */
export interface CredentialKey {
  /** The live origin, or `emulator:<id of its data folder>`. */
  readonly identity: string
  readonly appKey: string
  readonly kind: CredentialKind
  readonly storeId?: number
  /** Region id, or null for a store-wide install. */
  readonly regionId?: number | null
}

export type Backend = 'environment' | 'keychain' | 'encrypted-file' | 'file' | 'memory'

/** Storage location of a secret. */
export interface Placement {
  readonly backend: Backend
  readonly where: string
}

/** Source of a secret. */
export interface SecretSource extends Placement {
  /** Null if it is not recorded, as for a variable. */
  readonly savedAt: Date | null
}

/** A secret in a list, without its value. */
export interface CredentialRow extends Placement {
  /** Null for an environment variable, which applies to every app. */
  readonly identity: string | null
  readonly appKey: string | null
  readonly kind: CredentialKind
  readonly storeId: number | null
  readonly regionId: number | null
  /** Null for an environment variable. */
  readonly savedAt: Date | null
  readonly ageMs: number | null
}

/**
 * The only access to secrets. In addition to the errors below, every method raises `credentials.*` within 5 s if the store that it needs fails (P20).
 */
export interface Credentials {
  /** Returns the secret, from the environment first, or null if there is none. */
  readonly get: (key: CredentialKey) => Promise<string | null>
  /** Returns the stored secret and ignores the environment, for another app's secret and for reading back. */
  readonly stored: (key: CredentialKey) => Promise<string | null>
  /** Returns the source from which `get` reads the secret, without opening it, or null if there is none. */
  readonly source: (key: CredentialKey) => SecretSource | null
  /** Stores a secret, reads it back and returns its location. */
  readonly set: (key: CredentialKey, value: string) => Promise<Placement>
  /** Deletes a secret. Returns whether it existed. */
  readonly remove: (key: CredentialKey) => Promise<boolean>
  /** Lists all secrets, sorted, without asking for a passphrase or using the keychain. */
  readonly list: () => Promise<CredentialRow[]>
  /**
   * Writes, reads and deletes a test item where `set` would put a secret of this target (P19).
   * Default kind: `token`, for which a variable that would hide a new token is rejected.
   */
  readonly probe: (target?: ProbedSecret) => Promise<Placement>
  /** Returns whether secrets of this target are in a file whose passphrase only a user can enter. */
  readonly isClosed: (target: Pick<CredentialKey, 'identity'>) => Promise<boolean>
}

/** The secret for which `probe` tests a backend. */
export interface ProbedSecret extends Pick<CredentialKey, 'identity'> {
  readonly kind?: CredentialKind
  /** Whether to skip the offer to create an encrypted file if there is no keychain. */
  readonly isQuiet?: boolean
}

/** A storage backend. `set` resolves after it has read the value back. */
export interface SecretStore extends Placement {
  readonly get: (key: CredentialKey) => Promise<string | null>
  readonly set: (key: CredentialKey, value: string) => Promise<void>
  readonly remove: (key: CredentialKey) => Promise<boolean>
}

/** Returns a unique name for the key. It contains nothing secret. */
export function keyName({ identity, appKey, kind, storeId, regionId }: CredentialKey): string {
  return JSON.stringify([identity, appKey, kind, storeId ?? null, regionId ?? null])
}

/** Converts a stored secret to a row of a list, with the current time. */
export function rowOf({ key, backend, where, savedAt }: KeptSecret, now: Date | null): CredentialRow {
  const { identity, appKey, kind, storeId = null, regionId = null } = key
  const ageMs = savedAt === null || now === null ? null : now.getTime() - savedAt.getTime()
  return { backend, where, identity, appKey, kind, storeId, regionId, savedAt, ageMs }
}

interface KeptSecret extends Placement, Pick<CredentialRow, 'savedAt'> {
  readonly key: CredentialKey
}

/** Returns the key of a listed secret under `identity`: the row's own, or another one for a copy. */
export function keyOfRow({ appKey, kind, storeId, regionId }: CredentialRow, identity: string): CredentialKey {
  return { identity, appKey: appKey ?? '', kind, ...(storeId === null ? {} : { storeId, regionId }) }
}

/** Returns whether the secret is only valid for an emulator on this machine. */
export function isEmulatorKey({ identity }: Pick<CredentialKey, 'identity'>): boolean {
  return identity.startsWith('emulator:')
}
