import type { AppConfig } from '../../project/app-config.ts'
import { localAddress } from '../../project/registration.ts'
import { registrationName } from '../../project/toml/project-file-name.ts'
import type { AppSecrets } from '../installs/secrets.ts'

export interface EnvironmentFacts {
  /** Without a file, that of no registration. */
  readonly project: { readonly config: AppConfig; readonly file?: string }
  readonly secrets: AppSecrets
  /** Where the app finds the API: the outbound side of the gateway. */
  readonly baseUrl: string
  readonly adminUrl: string
  /** Where the app is known from outside; this machine when left out. */
  readonly appUrl?: string
  /** The first registered one; that of app.toml when left out. */
  readonly redirectUri?: string
  /** Where OpenTelemetry of the app sends to; nothing when left out. */
  readonly telemetry?: Readonly<Record<string, string>>
}

/** The environment of the app's own process, and of nothing else. */
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
    // An `app` command of the project uses the same registration, and the kit a database of its own for it.
    ...(registration !== null && { SVCAPP_CONFIG: registration, DATA_DIR: `data/${registration}` }),
    ...facts.telemetry,
  }
}
