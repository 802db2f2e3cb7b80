/** What the app is told by its environment. */
export interface Config {
  readonly port: number
  readonly appKey: string
  readonly appUrl: string
  readonly baseUrl: string
  readonly adminUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Null while none is configured: then nothing that the platform signs is believed. */
  readonly signingSecret: string | null
  readonly tokenKey: string
  readonly scopes: readonly string[]
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const need = (name: string): string => {
    const value = env[name] ?? ''
    if (value === '') throw new Error(`${name} is not set.`)
    return value
  }
  const secret = env['SVCAPP_SIGNING_SECRET'] ?? ''
  return {
    port: Number(env['PORT'] ?? '3000'),
    appKey: need('SVCAPP_APP_KEY'),
    appUrl: need('SVCAPP_APP_URL'),
    baseUrl: need('SVCAPP_BASE_URL').replace(/\/$/, ''),
    adminUrl: need('SVCAPP_ADMIN_URL').replace(/\/$/, ''),
    clientId: need('SVCAPP_CLIENT_ID'),
    clientSecret: need('SVCAPP_CLIENT_SECRET'),
    signingSecret: secret === '' ? null : secret,
    tokenKey: need('SVCAPP_TOKEN_KEY'),
    scopes: (env['SVCAPP_SCOPES'] ?? '').split(' ').filter((name) => name !== ''),
  }
}
