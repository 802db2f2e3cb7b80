import type { InstanceTools } from '../../check/harness/app-instance.ts'
import type { AppFacts } from '../../check/harness/harness.ts'
import type { Context } from '../../context.ts'
import { appEnvironment } from '../../dev/processes/app-environment.ts'
import type { AppConfig } from '../../project/app-config.ts'
import { onPort } from '../../project/on-port.ts'
import { localAddress, registrationOf } from '../../project/registration.ts'
import type { OwnPlatform } from '../emulator/own-platform.ts'

export interface CheckRegistration {
  readonly config: AppConfig
  /** The app's expected port. */
  readonly port: number
  /** Receives the platform's own events. The checks send separate ones. */
  readonly sink: string
}

export interface RegisteredForCheck {
  readonly facts: AppFacts
  readonly environment: InstanceTools['environment']
}

/** Registers the app on an empty platform with a free port. Raises `emulator.*`. */
export async function registerForCheck(
  { randomBytes, send }: Pick<Context, 'randomBytes' | 'send'>,
  { control, urls }: Pick<OwnPlatform, 'control' | 'urls'>,
  { config: given, port, sink }: CheckRegistration,
): Promise<RegisteredForCheck> {
  const config = onPort(given, port)
  const appUrl = localAddress(config)
  const registration = registrationOf(config, { webhookUrl: sink, appUrl })
  const { secrets } = await control.register({ key: config.key, ...registration })
  if (secrets === null) throw new Error('The app was already registered on an empty platform.')
  const facts: AppFacts = {
    config,
    clientId: secrets.client_id,
    clientSecret: secrets.client_secret,
    signingSecret: secrets.webhook_signing_secret,
    tokenKey: randomBytes(32).toString('hex'),
    adminUrl: urls.admin,
    appUrl,
    apiUrl: urls.api,
    send,
  }
  const environment: InstanceTools['environment'] = ({ port: ownPort, baseUrl }) => ({
    ...appEnvironment({ project: { config }, secrets: facts, baseUrl, adminUrl: urls.admin }),
    PORT: String(ownPort),
  })
  return { facts, environment }
}
