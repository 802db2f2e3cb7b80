import type { Registration, RegistrationSecrets } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import type { DevContext } from '../context.ts'

export interface AppSecrets {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
  /** 64 hex digits. Encrypts tokens in the app's database. */
  readonly tokenKey: string
}

export interface SecretSource {
  readonly control: ControlClient
  readonly credentials: Credentials
  readonly identity: string
}

/** Stores the secrets of a new registration, which are shown once. Raises `credentials.*`. */
export async function keepSecrets(
  { credentials, identity }: SecretSource,
  appKey: string,
  secrets: RegistrationSecrets,
): Promise<void> {
  for (const [kind, name] of kinds) await credentials.set({ identity, appKey, kind }, secrets[name])
}

/** The stored kind of each secret and its name on the platform. */
const kinds = [
  ['client-secret', 'client_secret'],
  ['signing-secret', 'webhook_signing_secret'],
] as const

/**
 * Replaces secrets that are missing on this machine or differ from the emulator's, and returns a sentence for each. A
 * loaded snapshot brings other secrets, and an imported one contains none (N1, N2). Raises `credentials.*`.
 */
export async function renewSecrets(
  { control, credentials, identity }: SecretSource,
  appKey: string,
  wantsMissing = true,
): Promise<string[]> {
  const said: string[] = []
  for (const [kind, which] of kinds) {
    const key = { identity, appKey, kind }
    const known = await credentials.get(key)
    if (known === null && !wantsMissing) continue
    if (known !== null) {
      // A variable would hide a new secret.
      const isGiven = credentials.source(key)?.backend === 'environment'
      if (isGiven || (await control.checkSecret({ key: appKey, which, digest: digestSecret(known) }))) continue
    }
    await credentials.set(key, await control.rotate({ key: appKey, which }))
    const why = known === null ? 'was not stored on this machine' : 'on this machine did not match the loaded snapshot'
    said.push(
      `The ${kind.replace('-', ' ')} of ${appKey} ${why}, so the emulator created a new one. The old one is invalid.`,
    )
  }
  return said
}

/** Returns the app's secrets on the emulator and replaces them if necessary. Raises `credentials.*`. */
export async function findSecrets(dev: DevContext, source: SecretSource, app: Registration): Promise<AppSecrets> {
  const { credentials, identity } = source
  for (const text of await renewSecrets(source, app.app_key)) dev.emit({ event: 'notice', text })
  const find = async (kind: 'client-secret' | 'signing-secret' | 'token-key') => {
    const key = { identity, appKey: app.app_key, kind }
    const known = await credentials.get(key)
    if (known !== null) return known
    const made = dev.tools.randomBytes(32).toString('hex')
    await credentials.set(key, made)
    return made
  }
  return {
    clientId: app.client_id,
    clientSecret: await find('client-secret'),
    signingSecret: await find('signing-secret'),
    tokenKey: await find('token-key'),
  }
}
