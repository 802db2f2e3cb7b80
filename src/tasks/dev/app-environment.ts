import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { appEnvironment } from '../../dev/processes/app-environment.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { secretKey, type AppSecretKind } from '../secret/app-secrets.ts'

export type AppEnvironment = Readonly<Record<string, string>>

export interface EnvironmentInput {
  readonly project: Project
  readonly target: Target
  /** The emulator's client, or null on the live platform. */
  readonly control: ControlClient | null
  /** Whether to include the secrets instead of masking them. */
  readonly reveal: boolean
}

/**
 * Returns the variables of the app's process on this target. Raises `emulator.unknown-app`, and `project.not-registered` if a secret is not stored on this
 * machine.
 */
export async function appEnvironmentOf(context: Context, input: EnvironmentInput): Promise<AppEnvironment> {
  const { project, target, control, reveal } = input
  const { config } = project
  const credentials = await context.credentials({ isEmulator: target.name === 'emulator' })
  const clientId = control === null ? target.clientId : (await control.app({ key: config.key })).client_id
  const secret = async (kind: AppSecretKind): Promise<string> => {
    const value = await credentials.get(secretKey({ identity: target.identity, appKey: config.key }, kind))
    if (value === null) throw notRegistered(kind, target)
    return reveal ? value : masked(value)
  }
  return appEnvironment({
    project,
    secrets: {
      clientId: clientId ?? '',
      clientSecret: await secret('client-secret'),
      signingSecret: await secret('signing-secret'),
      tokenKey: await secret('token-key'),
    },
    baseUrl: withoutSlash(target.baseUrl),
    adminUrl: withoutSlash(target.adminUrl),
  })
}

/** Keeps the prefix, which identifies the kind of secret, and hides the rest. */
function masked(value: string): string {
  return value.startsWith('cs_') ? 'cs_********' : '********'
}

function withoutSlash(url: URL): string {
  return url.href.replace(/\/$/, '')
}

function notRegistered(kind: AppSecretKind, { name }: Target): AppError {
  return new AppError(
    'project.not-registered',
    `This app's ${kind.replace('-', ' ')} for the ${name === 'live' ? 'live platform' : 'emulator'} is not stored on this machine.`,
    {
      suggestions: [name === 'live' ? 'app secret set --target live' : 'app register'],
    },
  )
}
