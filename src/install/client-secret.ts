import { isEmulatorKey, type CredentialKey, type Credentials, type SecretSource } from '../credentials/credentials.ts'
import { AppError } from '../errors.ts'
import type { AppIdentity } from '../project/installs.ts'
import { digestSecret } from '../protocol/access-token.ts'

export interface KnownSecret {
  readonly secret: string
  /** Null if the source is not recorded. */
  readonly source: SecretSource | null
}

/** Returns the app's client secret and its source. Raises `install.no-secret`. */
export async function requireClientSecret(
  credentials: Credentials,
  { identity, appKey, target }: AppIdentity & { target: 'emulator' | 'live' },
): Promise<KnownSecret> {
  const key: CredentialKey = { identity, appKey, kind: 'client-secret' }
  const secret = await credentials.get(key)
  if (secret === null) {
    throw new AppError('install.no-secret', `The client secret of ${appKey} is not stored on this machine.`, {
      suggestions:
        target === 'emulator'
          ? ['Register the app with `app register`.']
          : [
              'Store the secret from the developer console with `app secret set client --target live`, or set SVCAPP_CLIENT_SECRET.',
            ],
    })
  }
  return { secret, source: credentials.source(key) }
}

/**
 * Returns the app to which this client secret belongs if it is another one, or null. The same app on another origin of the live
 * platform is no evidence: it is the same registration after its address was corrected. A failure does not affect the install.
 */
export async function findAppOfSecret(
  credentials: Credentials,
  { identity, appKey, secret }: AppIdentity & { secret: string },
): Promise<string | null> {
  const digest = digestSecret(secret)
  try {
    for (const row of await credentials.list()) {
      if (row.kind !== 'client-secret' || row.identity === null || row.appKey === null) continue
      const isSameKind = isEmulatorKey({ identity: row.identity }) === isEmulatorKey({ identity })
      if (row.appKey === appKey && isSameKind) continue
      const other = await credentials.stored({ identity: row.identity, appKey: row.appKey, kind: 'client-secret' })
      if (other !== null && digestSecret(other) === digest) return row.appKey + onTarget(row.identity, identity)
    }
  } catch {
    return null
  }
  return null
}

function onTarget(other: string, own: string): string {
  if (other === own) return ''
  return isEmulatorKey({ identity: other }) ? ' on the emulator' : ` on ${other}`
}
