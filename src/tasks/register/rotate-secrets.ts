import type { Context } from '../../context.ts'
import { noteNewSecrets } from '../../dev/installs/app-keys.ts'
import type { Project } from '../../project/app-toml.ts'
import type { RotatedSecrets, SecretName } from '../../views/secret/rotated-secrets.ts'
import { secretKey, secretLocations } from '../secret/app-secrets.ts'
import { secretKinds } from '../secret/ask-secret.ts'
import type { RegisterTools } from './register-app.ts'

export interface Rotation {
  readonly project: Project
  readonly names: readonly SecretName[]
  /** `--reveal`. */
  readonly reveal: boolean
}

/**
 * Replaces the app's secrets on the emulator and stores the new ones (N1, N2: no documented path,
 * and the old secret is invalid immediately). Raises `emulator.unknown-app`, `credentials.*`.
 */
export async function rotateSecrets(
  context: Pick<Context, 'credentials' | 'now' | 'paths'>,
  { control, target }: RegisterTools,
  { project, names, reveal }: Rotation,
): Promise<RotatedSecrets> {
  const { key } = project.config
  const owner = { identity: target.identity, appKey: key }
  await control.app({ key })
  const credentials = await context.credentials({ isEmulator: true })
  // A secret is shown once, so check first that it can be stored.
  await credentials.probe({ identity: target.identity, kind: 'client-secret' })
  const made: [SecretName, string][] = []
  for (const name of names) {
    const secret = await control.rotate({ key, which: name })
    await credentials.set(secretKey(owner, secretKinds[name]), secret)
    made.push([name, secret])
  }
  noteNewSecrets({ ...owner, paths: context.paths }, context.now())
  const { client_secret, webhook_signing_secret } = secretLocations(credentials, owner)
  return {
    appKey: key,
    rotated: names,
    secrets: { client_secret, webhook_signing_secret },
    revealed: reveal ? Object.fromEntries(made) : null,
  }
}
