import type { Registration, RegistrationSecrets } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import type { Stage } from '../stage.ts'

export interface AppSecrets {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
  /** 64 hex digits; encrypts tokens in the app's own database. */
  readonly tokenKey: string
}

export interface SecretSource {
  readonly control: ControlClient
  readonly credentials: Credentials
  readonly identity: string
}

/** Keeps the secrets of a new registration, which are shown once. Raises `credentials.*`. */
export async function keepSecrets(stage: Stage, source: SecretSource, secrets: RegistrationSecrets): Promise<void> {
  const { credentials } = source
  await credentials.set(keyOf(stage, source, 'client-secret'), secrets.client_secret)
  await credentials.set(keyOf(stage, source, 'signing-secret'), secrets.webhook_signing_secret)
}

/**
 * The secrets of the app on the emulator. One that is not stored here (the registration was made elsewhere, or the store was emptied) is made again there:
 * that is the emulator's own control operation (N1, N2). Raises `credentials.*`.
 */
export async function findSecrets(stage: Stage, source: SecretSource, app: Registration): Promise<AppSecrets> {
  const { control, credentials } = source
  const find = async (kind: 'client-secret' | 'signing-secret' | 'token-key', make: () => Promise<string>) => {
    const key = keyOf(stage, source, kind)
    const known = await credentials.get(key)
    if (known !== null) return known
    const made = await make()
    await credentials.set(key, made)
    if (kind !== 'token-key')
      stage.emit({ event: 'notice', text: `The ${kind} was not kept on this machine, so the emulator made a new one.` })
    return made
  }
  return {
    clientId: app.client_id,
    clientSecret: await find('client-secret', () => control.rotate({ key: app.app_key, which: 'client_secret' })),
    signingSecret: await find('signing-secret', () =>
      control.rotate({ key: app.app_key, which: 'webhook_signing_secret' }),
    ),
    tokenKey: await find('token-key', async () => stage.tools.randomBytes(32).toString('hex')),
  }
}

function keyOf({ options }: Stage, { identity }: SecretSource, kind: 'client-secret' | 'signing-secret' | 'token-key') {
  return { identity, appKey: options.project.config.key, kind }
}
