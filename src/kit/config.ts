import { isPlainLoopback, readWebAddress } from '../protocol/web-address.ts'
import { KitError } from './kit-error.ts'

/** What the app reads from its environment. `app dev` sets it, and `app env` prints it. */
export interface Config {
  readonly appKey: string
  /** Base address of the platform's API. */
  readonly baseUrl: string
  /** Address of the store admin, which the API does not announce. */
  readonly adminUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Verify webhooks and embed tokens. The second one is the secret before a rotation. */
  readonly signingSecrets: readonly [string, ...string[]]
  /** 64 hex characters each. The first one seals, and all of them open. */
  readonly tokenKeys: readonly [string, ...string[]]
  readonly scopes: readonly string[]
  /** Path of the registered redirect address. */
  readonly callbackPath: string
  /** Whether `app dev` runs this app. */
  readonly isDeveloping: boolean
  /** Origin of panel pages that another server serves. */
  readonly panelOrigin: string | null
}

export type Env = Readonly<Record<string, unknown>>

/** Returns the target flag for suggested commands. Under `app dev` the API is always on this machine, so the store admin's address decides. */
export function targetFlag(adminUrl: unknown): string {
  const isLive = typeof adminUrl === 'string' && readWebAddress(adminUrl).ok && !isPlainLoopback(adminUrl)
  return isLive ? ' --target live' : ''
}

/** Reads the environment. Throws a `KitError` with the first missing or invalid variable, without its value. */
export function readConfig(env: Env): Config {
  const live = targetFlag(env['SVCAPP_ADMIN_URL'])
  const setIt = `Run \`app register${live}\` once, then start the app with \`app dev${live}\`, or save its environment: app env --write .env${live}`
  const invalid = (name: string) => {
    const advice = name.startsWith('SVCAPP_') ? setIt : 'Correct or unset this variable.'
    return new KitError('config.invalid', `${name} is invalid. ${advice}`, { suggestions: [advice] })
  }
  const optional = (name: string, isValid: (value: string) => boolean): string | null => {
    const value = env[name]
    if (typeof value !== 'string' || value === '') return null
    if (!isValid(value)) throw invalid(name)
    return value
  }
  const required = (name: string, isValid: (value: string) => boolean): string => {
    const value = optional(name, isValid)
    if (value === null) throw new KitError('config.missing', `${name} is not set. ${setIt}`, { suggestions: [setIt] })
    return value
  }
  const withFormer = (name: string, former: string): readonly [string, ...string[]] => {
    const old = optional(former, isHex64)
    return old === null ? [required(name, isHex64)] : [required(name, isHex64), old]
  }
  return {
    appKey: required('SVCAPP_APP_KEY', (value) => value.startsWith('app.')),
    baseUrl: required('SVCAPP_BASE_URL', isAddress),
    adminUrl: required('SVCAPP_ADMIN_URL', isAddress),
    clientId: required('SVCAPP_CLIENT_ID', (value) => value.startsWith('cli_')),
    clientSecret: required('SVCAPP_CLIENT_SECRET', (value) => value.startsWith('cs_')),
    signingSecrets: withFormer('SVCAPP_SIGNING_SECRET', 'FORMER_SIGNING_SECRET'),
    tokenKeys: withFormer('SVCAPP_TOKEN_KEY', 'FORMER_TOKEN_KEY'),
    scopes: (optional('SVCAPP_SCOPES', () => true) ?? '').split(' ').filter((name) => name !== ''),
    callbackPath: new URL(optional('SVCAPP_REDIRECT_URI', isAddress) ?? 'http://localhost/auth/callback').pathname,
    isDeveloping: env['SVCAPP_DEV'] === '1',
    panelOrigin: optional('PANEL_ORIGIN', isAddress),
  }
}

/** Accepts https, or http on this machine, because secrets are sent to it. */
function isAddress(value: string): boolean {
  return readWebAddress(value).ok
}

function isHex64(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value)
}
