import type { Context } from '../../context.ts'
import { noteNewSecrets } from '../../dev/installs/app-keys.ts'
import { AppError, nullFor } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { requireTrustedOrigin } from '../../project/origin-trust.ts'
import { rejectChangedKey, rememberKey } from '../../project/registered-keys.ts'
import type { Target } from '../../project/targets.ts'
import type { SecretName } from '../../views/secret/rotated-secrets.ts'
import type { StoredSecrets } from '../../views/secret/secrets.ts'
import { trustTools } from '../live/trust-tools.ts'
import { secretKey, secretLocations } from './app-secrets.ts'
import { askSecret, readSecret, secretKinds } from './ask-secret.ts'

export interface SecretChoice {
  readonly project: Project
  readonly target: Target
  readonly names: readonly SecretName[]
  /** Whether the command needs all of them, so that no further question follows a skipped one. */
  readonly areNeeded?: boolean
}

/**
 * Stores secrets from the developer console: from questions in a terminal, else one from stdin, never from the command
 * line (T18). Raises `usage.*`, `project.origin-untrusted`, `project.key-changed` and `credentials.*`.
 */
export async function setSecrets(context: Context, choice: SecretChoice): Promise<StoredSecrets> {
  const { project, target, names, areNeeded } = choice
  const { paths, now, terminal } = context
  const owner = { identity: target.identity, appKey: project.config.key }
  rejectChangedKey(paths, { ...owner, dir: project.dir })
  await requireTrustedOrigin(trustTools(context), target)
  const credentials = await context.credentials({ isEmulator: target.name === 'emulator' })
  const stored: SecretName[] = []
  if (terminal.isInteractive) {
    for (const name of names) {
      if (await askSecret(context, { credentials, owner, name })) stored.push(name)
      else if (areNeeded) break
    }
  } else {
    const [name, another] = names
    if (name === undefined || another !== undefined) throw whichSecret()
    await readSecret(context, { credentials, owner, name })
    stored.push(name)
  }
  if (stored.length > 0) {
    rememberKey(paths, { ...owner, dir: project.dir })
    noteNewSecrets({ ...owner, paths }, now())
  }
  const { client_secret, webhook_signing_secret } = secretLocations(credentials, owner)
  return { appKey: owner.appKey, target: owner.identity, stored, secrets: { client_secret, webhook_signing_secret } }
}

/**
 * Asks in a terminal for the developer console secrets that are missing everywhere, after a note. Stops at the first
 * one that is skipped. Raises the errors of `setSecrets`.
 */
export async function askMissingSecrets(
  context: Context,
  { project, target, names }: SecretChoice,
  note: string | null = null,
): Promise<void> {
  if (!context.terminal.isInteractive) return
  const owner = { identity: target.identity, appKey: project.config.key }
  const credentials = await context.credentials({ isEmulator: target.name === 'emulator' })
  const missing: SecretName[] = []
  for (const name of names) {
    // Without a keychain, the question offers the encrypted file.
    const get = credentials.get(secretKey(owner, secretKinds[name]))
    if ((await get.catch(nullFor('credentials.unavailable'))) === null) missing.push(name)
  }
  if (missing.length === 0) return
  if (note !== null) context.terminal.note(note)
  await setSecrets(context, { project, target, names: missing, areNeeded: true })
}

function whichSecret(): AppError {
  return new AppError('usage.missing', 'Standard input contains one secret. Specify which one.', {
    suggestions: ['app secret set client < file', 'app secret set signing < file', 'Or run the command in a terminal.'],
  })
}
