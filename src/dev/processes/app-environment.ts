import type { AppConfig } from '../../project/app-config.ts'
import { localAddress } from '../../project/registration.ts'
import { registrationName } from '../../project/toml/project-file-name.ts'
import type { AppSecrets } from '../installs/secrets.ts'

export interface EnvironmentFacts {
  /** Without a file, no registration is selected. */
  readonly project: { readonly config: AppConfig; readonly file?: string }
  readonly secrets: AppSecrets
  /** Base URL of the API for the app: the outbound side of the gateway. */
  readonly baseUrl: string
  readonly adminUrl: string
  /** Public URL of the app. Defaults to this machine. */
  readonly appUrl?: string
  /** The first registered redirect URI. Defaults to that of app.toml. */
  readonly redirectUri?: string
  /** OpenTelemetry variables for the app. */
  readonly telemetry?: Readonly<Record<string, string>>
}

/** Returns the variables for the app's process only. */
export function appEnvironment(facts: EnvironmentFacts): Record<string, string> {
  const { secrets, baseUrl, adminUrl } = facts
  const { config, file = '' } = facts.project
  const registration = registrationName(file)
  return {
    PORT: String(config.dev.port),
    SVCAPP_APP_KEY: config.key,
    SVCAPP_APP_URL: facts.appUrl ?? localAddress(config),
    SVCAPP_BASE_URL: baseUrl,
    SVCAPP_ADMIN_URL: adminUrl,
    SVCAPP_CLIENT_ID: secrets.clientId,
    SVCAPP_CLIENT_SECRET: secrets.clientSecret,
    SVCAPP_SIGNING_SECRET: secrets.signingSecret,
    SVCAPP_TOKEN_KEY: secrets.tokenKey,
    SVCAPP_SCOPES: [...config.scopes.required, ...config.scopes.optional].join(' '),
    SVCAPP_REDIRECT_URI: facts.redirectUri ?? config.redirectUris[0] ?? '',
    SVCAPP_INSTALL_SCOPE: config.installScope,
    // `app` commands of the project then use the same registration, and the kit a separate database for it.
    ...(registration !== null && { SVCAPP_CONFIG: registration, DATA_DIR: `data/${registration}` }),
    ...facts.telemetry,
  }
}
