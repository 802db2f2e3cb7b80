import type { Context } from '../../context.ts'
import { givenValue } from '../../credentials/env.ts'
import { noteNewSecrets } from '../../dev/installs/app-keys.ts'
import { developmentOrigin, isHeldElsewhere } from '../../dev/live/console.ts'
import { readTunnelNote } from '../../dev/notes/tunnel-note.ts'
import { AppError } from '../../errors.ts'
import type { AppConfig } from '../../project/app-config.ts'
import type { Project } from '../../project/app-toml.ts'
import {
  consoleRegistration,
  localSettings,
  losesTokens,
  registeredOrigin,
  type ConsoleAddresses,
  type ConsoleField,
} from '../../project/live/console-fields.ts'
import { requireTrustedOrigin } from '../../project/origin-trust.ts'
import { rejectChangedKey, rememberKey } from '../../project/registered-keys.ts'
import { registrationWarnings, type Warning } from '../../project/registration-warnings.ts'
import { missingOfLive, resolveTarget, type Target } from '../../project/targets.ts'
import { secondApp } from '../../project/toml/registration-files.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'
import {
  confirmEntered,
  liveConsole,
  liveIncomplete,
  liveNotes,
  saveEntered,
  type LiveConsole,
} from '../live/live-console.ts'
import { warnOfOtherBaseUrl } from '../live/other-base-url.ts'
import { trustTools } from '../live/trust-tools.ts'
import { ensureTokenKey, secretLocations, type SecretLocations } from '../secret/app-secrets.ts'
import { askOrKeepSecret } from '../secret/ask-secret.ts'
import { completeClientId, completeLive, type GivenLive } from './live-addresses.ts'
import type { RegisteredApp } from './register-app.ts'

export interface RegisterLiveInput {
  readonly project: Project
  readonly webhookUrl: string | undefined
  /** `--dev`. */
  readonly isDev: boolean
  /** Values to write to app.toml. */
  readonly live: GivenLive
  /** Shows the console's fields before a user is asked about them. */
  readonly show: (fields: readonly ConsoleField[], warnings: readonly Warning[], isElsewhere: boolean) => void
}

/**
 * Registers on the live platform, which documents no API for it: lists the fields to enter in the developer console,
 * and stores the values that the console then shows (URLs in app.toml, secrets with the credentials). Requests both
 * URLs once without a secret. Raises `project.*`, `credentials.*`, `cli.interrupted`.
 */
export async function registerLive(context: Context, input: RegisterLiveInput): Promise<RegisteredApp> {
  if (context.terminal.isInteractive) await requirePlace(context)
  if (input.live['base_url'] === undefined) await warnOfOtherBaseUrl(context)
  requireSettings(context, input)
  const completed = await completeLive(context, input.project, input.live)
  const { config, dir } = completed.project
  const addresses = addressesOf(context, input, completed.project)
  const found = liveConsole(context, completed.project, { ...addresses, keepsLocal: input.isDev })
  if (found.place !== null) rejectChangedKey(context.paths, { ...found.place, dir })
  const { fields, registration } = found
  // A client_id that exists before the console is filled in belongs to a registered app.
  const isElsewhere = isHeldElsewhere(found.place, config)
  const warnings = [...completed.warnings, ...fieldWarnings(found, config, input.isDev)]
  input.show(fields, warnings, isElsewhere)
  const isConfirmed = await (isElsewhere ? confirmHeld(context, found, dir) : confirmNew(context, found))
  const project = await completeClientId(context, completed.project)
  const target = isComplete(project) ? resolveTarget({ project, name: 'live', runFile: null }) : null
  const secrets = target === null ? noSecrets : await takeSecrets(context, project, target)
  return {
    target: 'live',
    app_key: config.key,
    ...registration,
    status: null,
    client_id: project.config.live?.clientId ?? null,
    test_store_codes: [],
    created: false,
    secrets,
    revealed: null,
    warnings,
    console: fields,
    next: isConfirmed ? nextCommand(found, config) : 'app doctor --target live',
  }
}

async function confirmNew(context: Context, found: LiveConsole): Promise<true> {
  if (await confirmEntered(context, found, `Registered and saved in the console for ${found.key}?`)) return true
  throw new AppError('cli.interrupted', 'Stopped. Enter the fields in the console, then run the command again.')
}

/**
 * Asks whether another machine uses the app, which this one cannot detect. Without a terminal, a URL of this
 * machine never counts as entered, because entering it would disconnect the other machine.
 */
async function confirmHeld(context: Context, found: LiveConsole, dir: string): Promise<boolean> {
  const { terminal } = context
  const isLocal = isPlainLoopback(found.registration.redirect_uris[0] ?? '')
  if (!terminal.isInteractive) return !isLocal && saveEntered(context, found)
  const message = `Values in the developer console for ${found.key}?`
  const held = await terminal.ask.select({ message, choices: heldByConsole, default: 'other' })
  if (held === 'same') return saveEntered(context, found)
  if (held === 'new') {
    terminal.note('Enter these values in the developer console now, and save them.')
    return confirmNew(context, found)
  }
  terminal.note(`The console stays unchanged.${secondApp(dir)}`)
  return false
}

const heldByConsole = [
  { value: 'other', name: "Another machine's addresses, or none yet: leave them unchanged" },
  { value: 'new', name: 'No values or old ones: I enter the new values now' },
  { value: 'same', name: 'Exactly the values above' },
] as const

/**
 * Checks the credential store before the first question, because the secrets are asked for last. Raises `credentials.*` unless the environment has all of them.
 */
async function requirePlace({ env, credentials }: Context): Promise<void> {
  const kinds = ['client-secret', 'signing-secret', 'token-key'] as const
  const kind = kinds.find((one) => givenValue(env, one) === null)
  if (kind !== undefined) await (await credentials({ isEmulator: false })).probe({ identity: 'live', kind })
}

function fieldWarnings(found: LiveConsole, config: AppConfig, isDev: boolean): Warning[] {
  const adminOrigin = URL.parse(config.live?.adminUrl ?? '')?.origin ?? null
  const isNew = found.fields.every(({ before }) => before === null)
  return [...registrationWarnings({ config, adminOrigin, isNew }), ...developmentAddresses(found, isDev)]
}

function nextCommand({ origin, registration, place, fields }: LiveConsole, { live }: AppConfig): string {
  if (losesTokens(fields)) return 'app install --target live'
  const isRunning = place !== null && readTunnelNote(place) !== null
  if (isRunning || (origin === null && localSettings(registration).length === 0)) return 'app doctor --target live'
  if (live?.tunnel != null || live?.tunnelUrl != null) return 'app dev --target live'
  // Last confirmed. A quick tunnel has a new URL each time.
  const isOwn = origin !== null && !origin.endsWith('.trycloudflare.com')
  return `app dev --target live ${isOwn ? `--tunnel-url ${origin}` : '--tunnel quick'}`
}

const noSecrets: SecretLocations = { client_secret: null, webhook_signing_secret: null, token_key: null }

function addressesOf(context: Context, { isDev, webhookUrl }: RegisterLiveInput, project: Project): ConsoleAddresses {
  const ofDev = developmentOrigin(liveNotes(context, project), project.config)
  return { origin: registeredOrigin(project.config, { isDev, ofDev }), webhookUrl }
}

/** Without a terminal, raises `project.live-incomplete` with everything that app.toml lacks, before anything is sent. */
function requireSettings(context: Context, input: RegisterLiveInput): void {
  if (context.terminal.isInteractive) return
  const { project, live, isDev } = input
  const missing = missingOfLive(project).filter((key) => live[key] === undefined)
  const addresses = addressesOf(context, input, project)
  const local = isDev ? [] : localSettings(consoleRegistration(project.config, addresses))
  if (missing.length > 0 || local.length > 0) throw incomplete(project.file, { missing, local })
}

function incomplete(
  file: string,
  { missing, local }: { readonly missing: readonly string[]; readonly local: readonly string[] },
) {
  return liveIncomplete({ file, live: missing, local }, [
    ...(missing.length === 0
      ? []
      : [
          `app register --target live${missing.map((key) => ` --${key.replace('_', '-')} <${key}>`).join('')}`,
          'Run the command in a terminal. It prompts for each value and shows where to find it.',
        ]),
    ...(missing.includes('client_id')
      ? [
          '`app status --target live` lists the fields for the console. The console shows client_id once the app is registered.',
        ]
      : []),
    ...(local.length === 0 ? [] : ['For development with a tunnel, add `--dev`, then run `app dev --target live`.']),
  ])
}

function isComplete(project: Project): boolean {
  return missingOfLive(project).length === 0
}

/** Asks for the secrets in a terminal and may keep stored ones. Never reads them from the command line (T18). */
async function takeSecrets(context: Context, { dir, config }: Project, target: Target): Promise<SecretLocations> {
  const owner = { identity: target.identity, appKey: config.key }
  rejectChangedKey(context.paths, { ...owner, dir })
  const credentials = await context.credentials({ isEmulator: false })
  if (context.terminal.isInteractive) {
    await requireTrustedOrigin(trustTools(context, { isChecked: true }), target)
    for (const name of ['client_secret', 'webhook_signing_secret'] as const) {
      if (await askOrKeepSecret(context, { credentials, owner, name }))
        noteNewSecrets({ ...owner, paths: context.paths }, context.now())
    }
    await ensureTokenKey(context, credentials, owner)
    rememberKey(context.paths, { ...owner, dir })
  }
  return secretLocations(credentials, owner)
}

function developmentAddresses({ registration, origin }: LiveConsole, isDev: boolean): Warning[] {
  const local = localSettings(registration)
  if (local.length > 0 && isDev) {
    const message = `The live platform cannot reach ${local.join(' and ')} on this machine. \`app dev --target live\` uses its tunnel address instead.`
    return [{ code: 'addresses-local', message }]
  }
  if (origin === null) return []
  const message = `These are the addresses of \`app dev\`. ${origin} must forward to its gateway on this machine (port 4810, or --port). For production, set webhooks.url and manifest.app_url in app.toml.`
  return [{ code: 'addresses-of-development', message }]
}
