import type { Context } from '../../context.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import { changeAppToml, type Project } from '../../project/app-toml.ts'
import type { AppIdentity } from '../../project/installs.ts'
import { requireTrustedOrigin } from '../../project/origin-trust.ts'
import { refuseChangedKey, rememberKey } from '../../project/registered-keys.ts'
import { registrationWarnings, type Warning } from '../../project/registration-warnings.ts'
import { registrationOf } from '../../project/registration.ts'
import { resolveTarget, type Target } from '../../project/targets.ts'
import { isSigningSecret } from '../../protocol/signing-key.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'
import { defined } from '../../text/defined.ts'
import { trustTools } from '../install/trust-tools.ts'
import { ensureTokenKey, secretKey, secretPlaces, type SecretPlaces } from './app-secrets.ts'
import type { RegisteredApp } from './register-app.ts'

export interface RegisterLiveInput {
  readonly project: Project
  readonly webhookUrl: string | undefined
  /** From `--base-url`, `--admin-url`, `--client-id`: written into app.toml. */
  readonly live: Readonly<Record<'base_url' | 'admin_url' | 'client_id', string | undefined>>
}

/**
 * The live platform has no documented way to register an app: what to enter in the developer console is returned, and what the console then shows is taken
 * over (addresses into app.toml, secrets where credentials are kept). Nothing is sent anywhere. Raises `project.*`, `credentials.*`.
 */
export async function registerLive(context: Context, input: RegisterLiveInput): Promise<RegisteredApp> {
  const project = writeLive(input)
  const { config } = project
  const registration = registrationOf(config, defined({ webhookUrl: input.webhookUrl }))
  const target = isComplete(project) ? resolveTarget({ project, name: 'live', runFile: null }) : null
  const secrets = target === null ? noSecrets : await takeSecrets(context, project, target)
  const adminOrigin = target?.adminUrl.origin ?? null
  return {
    target: 'live',
    app_key: config.key,
    ...registration,
    status: null,
    client_id: config.live?.clientId ?? null,
    test_store_codes: [],
    created: false,
    secrets,
    revealed: null,
    warnings: [...registrationWarnings({ config, adminOrigin, isNew: true }), ...localAddresses(registration)],
  }
}

const noSecrets: SecretPlaces = { client_secret: null, webhook_signing_secret: null, token_key: null }

function writeLive({ project, live }: RegisterLiveInput): Project {
  const edits = Object.entries(live).flatMap(([key, value]) =>
    value === undefined ? [] : [{ path: ['targets', 'live', key], value }],
  )
  return edits.length === 0 ? project : { ...project, config: changeAppToml(project.file, edits).write() }
}

function isComplete({ config: { live } }: Project): boolean {
  return live !== null && live.baseUrl !== null && live.adminUrl !== null && live.clientId !== null
}

/** Asks for the secrets that are not kept yet, when there is somebody to ask. They are never taken from the command line (T18). */
async function takeSecrets(context: Context, { dir, config }: Project, target: Target): Promise<SecretPlaces> {
  const owner = { identity: target.identity, appKey: config.key }
  refuseChangedKey(context.paths, { ...owner, dir })
  const credentials = await context.credentials({ isEmulator: false })
  if (context.terminal.isInteractive) {
    await requireTrustedOrigin(trustTools(context), target)
    await askFor(context, { credentials, owner, kind: 'client-secret' })
    await askFor(context, { credentials, owner, kind: 'signing-secret' })
    await ensureTokenKey(context, credentials, owner)
    rememberKey(context.paths, { ...owner, dir })
  }
  return secretPlaces(credentials, owner)
}

const questions = {
  'client-secret': {
    message: 'client_secret from the developer console (cs_…; empty to leave it for later)',
    isGood: (value: string) => /^cs_[\w-]+$/.test(value),
    shape: 'A client_secret begins with cs_.',
  },
  'signing-secret': {
    message: 'webhook_signing_secret from the developer console (64 characters; empty to leave it for later)',
    isGood: isSigningSecret,
    shape: 'A webhook_signing_secret is 64 lowercase hex characters.',
  },
} as const

interface SecretQuestion {
  readonly credentials: Credentials
  readonly owner: AppIdentity
  readonly kind: keyof typeof questions
}

async function askFor({ terminal }: Context, { credentials, owner, kind }: SecretQuestion): Promise<void> {
  const key = secretKey(owner, kind)
  if ((await credentials.get(key)) !== null) return
  const { message, isGood, shape } = questions[kind]
  for (;;) {
    const value = (await terminal.ask.password({ message })).trim()
    if (value === '') return
    if (isGood(value)) return void (await credentials.set(key, value))
    terminal.note(shape)
  }
}

function localAddresses({ webhook_url: url }: { readonly webhook_url: string }): Warning[] {
  if (!isPlainLoopback(url)) return []
  return [
    { code: 'webhook-local', message: `The live platform cannot reach ${url}: set webhooks.url or --webhook-url.` },
  ]
}
