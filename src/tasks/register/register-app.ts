import type { Context } from '../../context.ts'
import type { RegisterAnswer, Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { saveEarlierUrl, readEarlierUrl } from '../../dev/installs/earlier-webhook-url.ts'
import { gatewayAddress, type GatewayAddress } from '../../dev/installs/gateway-address.ts'
import { registered } from '../../dev/installs/registration.ts'
import { keepSecrets, type SecretSource } from '../../dev/installs/secrets.ts'
import type { Project } from '../../project/app-toml.ts'
import { rejectChangedKey, rememberKey } from '../../project/registered-keys.ts'
import { registrationWarnings, type Warning } from '../../project/registration-warnings.ts'
import { registrationOf } from '../../project/registration.ts'
import type { Target } from '../../project/targets.ts'
import { defined } from '../../text/defined.ts'
import type { ShownRegistration } from '../../views/registration.ts'
import { ensureTokenKey, secretLocations } from '../secret/app-secrets.ts'
import { confirmSave } from './confirm-review.ts'
import { takeOverSecrets } from './take-over-secrets.ts'

export interface RegisterInput {
  readonly project: Project
  readonly webhookUrl: string | undefined
  /** `--reveal`. */
  readonly reveal: boolean
  /** `--yes`. */
  readonly agreed: boolean
}

export interface RegisterTools {
  readonly control: ControlClient
  readonly target: Target
}

/** The registration, with warnings about silent deviations from expectations. */
export interface RegisteredApp extends ShownRegistration {
  readonly warnings: readonly Warning[]
}

/**
 * Creates or updates the registration on the emulator. Stores its secrets with the other credentials and replaces lost
 * ones, which only the emulator can do (N1, N2). Raises `project.*`, `emulator.*`, `credentials.*`.
 */
export async function registerApp(
  context: Context,
  tools: RegisterTools,
  given: RegisterInput,
): Promise<RegisteredApp> {
  const planned = await planRegistration(context, tools, given)
  const { before, input } = planned
  if (before !== null) await confirmSave(context, tools.control, { before, input, agreed: given.agreed })
  return saveRegistration(context, tools, { ...planned, reveal: given.reveal })
}

/** The current and the planned registration. */
export interface PlannedRegistration {
  readonly project: Project
  readonly before: Registration | null
  readonly input: ReturnType<typeof registrationOf>
  /** URL of the running gateway if it stays registered. Null if app.toml or the caller decides. */
  readonly kept: GatewayAddress | null
}

/**
 * Plans the registration without changes. Keeps the URL of the project's running gateway unless the caller sets another one. Raises `project.*`, `emulator.*`.
 */
export async function planRegistration(
  context: Context,
  { control, target }: RegisterTools,
  { project, webhookUrl }: Pick<RegisterInput, 'project' | 'webhookUrl'>,
): Promise<PlannedRegistration> {
  const { config, dir } = project
  rejectChangedKey(context.paths, { identity: target.identity, appKey: config.key, dir })
  const before = await registered(control, config.key)
  const kept = webhookUrl === undefined ? await gatewayAddress(context, { project, target }) : null
  return { project, before, kept, input: registrationOf(config, defined({ webhookUrl: webhookUrl ?? kept?.url })) }
}

/** Saves the plan after the question about review. Raises the errors of `registerApp`. */
export async function saveRegistration(
  context: Context,
  { control, target }: RegisterTools,
  { project, before, input, kept, reveal }: PlannedRegistration & Pick<RegisterInput, 'reveal'>,
): Promise<RegisteredApp> {
  const { config, dir } = project
  const owner = { identity: target.identity, appKey: config.key }
  const credentials = await context.credentials({ isEmulator: true })
  // Secrets are shown once, so check first that they can be stored.
  await credentials.probe({ identity: target.identity })
  const answer = await control.register({ key: config.key, ...input })
  // When the gateway stops, it restores the URL of the current app.toml.
  if (kept !== null) {
    const place = { ...owner, paths: context.paths }
    saveEarlierUrl(place, { ...readEarlierUrl(place), ours: kept.url, before: config.webhooks.url ?? null })
  }
  rememberKey(context.paths, { ...owner, dir })
  const renewed = await currentSecrets(context, { control, credentials, identity: target.identity }, answer)
  await ensureTokenKey(context, credentials, owner)
  const { listed: _listed, has_signing_secret: _has, has_unpublished_change: _change, ...app } = answer.app
  const known = registrationWarnings({ config, adminOrigin: target.adminUrl.origin, isNew: answer.created })
  return {
    target: 'emulator',
    ...app,
    created: answer.created,
    secrets: secretLocations(credentials, owner),
    revealed: reveal ? answer.secrets : null,
    console: null,
    next: null,
    warnings: [
      ...known,
      ...changedWebhook(before, answer.app),
      ...keptAddress(kept),
      ...renewed,
      ...fromPlatform(answer.warnings, known),
    ],
  }
}

/** Stores the secrets of a new registration, or new ones if the stored ones are not the emulator's. Notifies a running `app dev`. */
async function currentSecrets(context: Context, source: SecretSource, answer: RegisterAnswer): Promise<Warning[]> {
  const appKey = answer.app.app_key
  if (answer.secrets !== null) {
    await keepSecrets(source, appKey, answer.secrets)
    return []
  }
  const renewed = await takeOverSecrets(context, source, appKey)
  return renewed.map((message) => ({ code: 'secret-renewed', message }))
}

function changedWebhook(before: Registration | null, app: Registration): Warning[] {
  if (before?.webhook_url == null || before.webhook_url === app.webhook_url) return []
  const message = `webhook_url changed from ${before.webhook_url} to ${app.webhook_url ?? 'none'}.`
  return [{ code: 'webhook-url-changed', message }]
}

function keptAddress(kept: GatewayAddress | null): Warning[] {
  if (kept === null) return []
  const message = `webhook_url is ${kept.url} while \`${kept.command}\` runs, so that deliveries use its gateway. Afterwards it is the address from app.toml again.`
  return [{ code: 'gateway-address-kept', message }]
}

/** The tool's own texts replace these warnings. */
const knownWarnings: Readonly<Record<string, string>> = { 'redirect-unused': 'Only the first of the redirect_uris' }

function fromPlatform(messages: readonly string[], known: readonly Warning[]): Warning[] {
  const starts = known.flatMap(({ code }) => knownWarnings[code] ?? [])
  return messages
    .filter((message) => !starts.some((start) => message.startsWith(start)))
    .filter((message) => !known.some((one) => one.message.includes(message)))
    .map((message) => ({ code: 'platform', message }))
}
