import { readWebAddress } from './protocol/web-address.ts'

/** What the app reads from its environment. `app dev` sets it; `app env` prints it. */
export interface Config {
  readonly port: number
  readonly appKey: string
  /** Base address of the platform's API. */
  readonly baseUrl: string
  /** Address of the store admin; the API does not announce it. */
  readonly adminUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Verifies webhooks and embed tokens. */
  readonly signingSecret: string
  /** 64 hex characters; all keys of the app itself are made from it. */
  readonly tokenKey: string
  /** Another such key that still opens what it has sealed; null but while the key is being replaced. */
  readonly formerTokenKey: string | null
  readonly scopes: readonly string[]
  /** Whether `app dev` runs this app: its gateway marks requests from outside, so all others come from this machine. */
  readonly isDeveloping: boolean
  /** Origin of the panel's pages, when another server has them; null when this app has. */
  readonly panelOrigin: string | null
  /** Address of a PostgreSQL database, with its password; null for SQLite. */
  readonly databaseUrl: string | null
}

/** Configuration that is missing or wrong; the message is for the developer and never holds a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const HINT =
  'Run `app register` once, then start the app with `app dev`, or write its environment with `app env --reveal > .env`.'

type Env = Readonly<Record<string, string | undefined>>

/** Reads the environment. Throws `ConfigError` with one sentence that names what is missing. */
export function readConfig(env: Env): Config {
  const need = (name: string, isGood: (value: string) => boolean): string => {
    const value = env[name]
    if (value === undefined || value === '') throw new ConfigError(`${name} is not set. ${HINT}`)
    if (!isGood(value)) throw new ConfigError(`${name} does not look right. ${HINT}`)
    return value
  }
  const may = (name: string, isGood: (value: string) => boolean): string | null => {
    const value = env[name]
    if (value === undefined || value === '') return null
    if (!isGood(value)) throw new ConfigError(`${name} does not look right. Leave it out, or see the README.`)
    return value
  }
  const port = Number(env['PORT'] ?? '3000')
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new ConfigError(`PORT is not a port number. ${HINT}`)
  return {
    port,
    appKey: need('SVCAPP_APP_KEY', (value) => value.startsWith('app.')),
    baseUrl: need('SVCAPP_BASE_URL', isAddress),
    adminUrl: need('SVCAPP_ADMIN_URL', isAddress),
    clientId: need('SVCAPP_CLIENT_ID', (value) => value.startsWith('cli_')),
    clientSecret: need('SVCAPP_CLIENT_SECRET', (value) => value.startsWith('cs_')),
    signingSecret: need('SVCAPP_SIGNING_SECRET', isHex64),
    tokenKey: need('SVCAPP_TOKEN_KEY', isHex64),
    formerTokenKey: may('FORMER_TOKEN_KEY', isHex64),
    scopes: (env['SVCAPP_SCOPES'] ?? '').split(' ').filter((name) => name !== ''),
    isDeveloping: env['SVCAPP_DEV'] === '1',
    panelOrigin: env['PANEL_ORIGIN'] ?? null,
    databaseUrl: may('DATABASE_URL', isPostgres),
  }
}

/** https, or http on this machine: secrets travel to it. */
function isAddress(value: string): boolean {
  return readWebAddress(value).ok
}

/** A password with signs that mean something in an address has to be percent-encoded. */
function isPostgres(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
}

function isHex64(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value)
}
