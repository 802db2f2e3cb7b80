type Env = Readonly<Record<string, string | undefined>>

/** Secrets that a user passes to the CLI in the environment. They are for this process; the app gets its own values by name. */
export const ownSecrets: readonly string[] = [
  'SVCAPP_TOKEN',
  'SVCAPP_CLIENT_SECRET',
  'SVCAPP_SIGNING_SECRET',
  'SVCAPP_TOKEN_KEY',
  'SVCAPP_PASSPHRASE',
]

/** Returns the environment for a program other than the app, without our secrets. */
export function withoutSecrets(env: Env): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    // Names are case-insensitive on Windows.
    if (value !== undefined && !ownSecrets.includes(name.toUpperCase())) result[name] = value
  }
  return result
}
