import type { Context } from '../../context.ts'
import type { CredentialKey, Credentials, Placement } from '../../credentials/credentials.ts'
import type { AppIdentity } from '../../project/installs.ts'
import type { ShownRegistration } from '../../views/registration.ts'

/** The secrets of an app that are not bound to a store. */
export type AppSecretKind = 'client-secret' | 'signing-secret' | 'token-key'

/** Storage location of each secret, or null if it is not stored. */
export type SecretPlaces = ShownRegistration['secrets']

export function secretKey(owner: AppIdentity, kind: AppSecretKind): CredentialKey {
  return { ...owner, kind }
}

/** Where the app's secrets are, without opening any of them. */
export function secretPlaces(credentials: Credentials, owner: AppIdentity): SecretPlaces {
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

/** Makes the key that encrypts tokens in the app's own database, unless there is one: another would make them unreadable. */
export async function ensureTokenKey(
  { randomBytes }: Pick<Context, 'randomBytes'>,
  credentials: Credentials,
  owner: AppIdentity,
): Promise<void> {
  const key = secretKey(owner, 'token-key')
  if ((await credentials.get(key)) === null) await credentials.set(key, randomBytes(32).toString('hex'))
}
