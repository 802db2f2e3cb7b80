import type { Credentials } from '../credentials/credentials.ts'
import { AppError } from '../errors.ts'
import type { AppIdentity } from '../project/installs.ts'
import { digestSecret } from '../protocol/access-token.ts'

export interface KnownSecret {
  readonly secret: string
  /** Where it came from, in the user's words. */
  readonly place: string
}

/** The app's client secret and where it came from. Raises `install.no-secret`. */
export async function requireClientSecret(
  credentials: Credentials,
  { identity, appKey, target }: AppIdentity & { target: 'emulator' | 'live' },
): Promise<KnownSecret> {
  const secret = await credentials.get({ identity, appKey, kind: 'client-secret' })
  if (secret === null) {
    throw new AppError('install.no-secret', `The client secret of ${appKey} is not known here.`, {
      suggestions:
        target === 'emulator'
          ? ['Register the app: `app register`.']
          : [
              'Store the one that the developer console showed: `app register --target live`, or set SVCAPP_CLIENT_SECRET.',
            ],
    })
  }
  const rows = (await credentials.list()).filter(({ kind }) => kind === 'client-secret')
  const own =
    rows.find((row) => row.identity === null) ?? rows.find((row) => row.appKey === appKey && row.identity === identity)
  return { secret, place: own?.where ?? 'the credential store' }
}

/** Another app on this machine whose stored client secret is this one, or null. A failure to look does not affect the install. */
export async function findAppOfSecret(
  credentials: Credentials,
  { identity, appKey, secret }: AppIdentity & { secret: string },
): Promise<string | null> {
  const digest = digestSecret(secret)
  try {
    for (const row of await credentials.list()) {
      if (row.kind !== 'client-secret' || row.identity === null || row.appKey === null) continue
      if (row.appKey === appKey && row.identity === identity) continue
      const other = await credentials.stored({ identity: row.identity, appKey: row.appKey, kind: 'client-secret' })
      if (other !== null && digestSecret(other) === digest) return row.appKey
    }
  } catch {
    return null
  }
  return null
}
