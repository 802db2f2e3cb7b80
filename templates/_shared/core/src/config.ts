import { readWebAddress } from './protocol/web-address.ts'

/** What the app reads from its environment. `app dev` sets it; `app env` prints it. */
export interface Config {
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
  readonly scopes: readonly string[]
}

/** Configuration that is missing or wrong; the message is for the developer and never holds a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const HINT =
  'Run `app register` once, then start the app with `app dev`, or write its environment with `app env --reveal > .env`.'

export type Env = Readonly<Record<string, string | undefined>>

/** Reads the environment. Throws `ConfigError` with one sentence that names what is missing. */
export function readConfig(env: Env): Config {
  const need = (name: string, isGood: (value: string) => boolean): string => {
    const value = env[name]
    if (value === undefined || value === '') throw new ConfigError(`${name} is not set. ${HINT}`)
    if (!isGood(value)) throw new ConfigError(`${name} does not look right. ${HINT}`)
    return value
  }
  return {
    appKey: need('SVCAPP_APP_KEY', (value) => value.startsWith('app.')),
    baseUrl: need('SVCAPP_BASE_URL', isAddress),
    adminUrl: need('SVCAPP_ADMIN_URL', isAddress),
    clientId: need('SVCAPP_CLIENT_ID', (value) => value.startsWith('cli_')),
    clientSecret: need('SVCAPP_CLIENT_SECRET', (value) => value.startsWith('cs_')),
    signingSecret: need('SVCAPP_SIGNING_SECRET', isHex64),
    tokenKey: need('SVCAPP_TOKEN_KEY', isHex64),
    scopes: (env['SVCAPP_SCOPES'] ?? '').split(' ').filter((name) => name !== ''),
  }
}

/** https, or http on this machine: secrets travel to it. */
function isAddress(value: string): boolean {
  return readWebAddress(value).ok
}

function isHex64(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value)
}
