type Env = Readonly<Record<string, string | undefined>>

/** What a person hands this tool by the environment. It is for this process, and the app gets its own values by name. */
export const ownSecrets: readonly string[] = [
  'SVCAPP_TOKEN',
  'SVCAPP_CLIENT_SECRET',
  'SVCAPP_SIGNING_SECRET',
  'SVCAPP_TOKEN_KEY',
  'SVCAPP_PASSPHRASE',
]

/** The environment for a program that is not the app: all of it but our secrets. */
export function withoutSecrets(env: Env): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    // Windows knows names in any case.
    if (value !== undefined && !ownSecrets.includes(name.toUpperCase())) result[name] = value
  }
  return result
}
