import type { Context } from '../../context.ts'
import type { CredentialKey, Credentials, Placement } from '../../credentials/credentials.ts'
import type { AppIdentity } from '../../project/installs.ts'
import type { ShownRegistration } from '../../views/registration.ts'

/** The app's secrets that do not belong to a store. */
export type AppSecretKind = 'client-secret' | 'signing-secret' | 'token-key'

/** Storage location of each secret, or null if it is not stored. */
export type SecretLocations = ShownRegistration['secrets']

export function secretKey(owner: AppIdentity, kind: AppSecretKind): CredentialKey {
  return { ...owner, kind }
}

/** Returns the storage locations of the app's secrets without reading them. */
export function secretLocations(credentials: Credentials, owner: AppIdentity): SecretLocations {
  const find = (kind: AppSecretKind): Placement | null => {
    const source = credentials.source(secretKey(owner, kind))
    return source === null ? null : { backend: source.backend, where: source.where }
  }
  return {
    client_secret: find('client-secret'),
    webhook_signing_secret: find('signing-secret'),
    token_key: find('token-key'),
  }
}

/** Generates the key that encrypts tokens in the app's database if it is missing. Another key would make them unreadable. */
export async function ensureTokenKey(
  { randomBytes }: Pick<Context, 'randomBytes'>,
  credentials: Credentials,
  owner: AppIdentity,
): Promise<void> {
  const key = secretKey(owner, 'token-key')
  if ((await credentials.get(key)) === null) await credentials.set(key, randomBytes(32).toString('hex'))
}
