import type { CredentialKind, CredentialRow } from './credentials.ts'

type Environment = Readonly<Record<string, string | undefined>>

const variables: Readonly<Record<CredentialKind, string>> = {
  'client-secret': 'SVCAPP_CLIENT_SECRET',
  'signing-secret': 'SVCAPP_SIGNING_SECRET',
  token: 'SVCAPP_TOKEN',
  'token-key': 'SVCAPP_TOKEN_KEY',
}

/** The variable that holds a secret of this kind, for the app and target in use. */
export function variableOf(kind: CredentialKind): string {
  return variables[kind]
}

/** The environment's value, or null. Blanks around it are dropped: secrets of CI systems often end in a line feed, which no header may hold. */
export function environmentValue(env: Environment, kind: CredentialKind): string | null {
  return env[variables[kind]]?.trim() || null
}

/** A row for every variable that is set. */
export function environmentRows(env: Environment): CredentialRow[] {
  // Object.keys loses the key type; the keys are those of `variables`.
  const kinds = Object.keys(variables) as CredentialKind[]
  return kinds
    .filter((kind) => environmentValue(env, kind) !== null)
    .map((kind) => ({
      backend: 'environment',
      where: variables[kind],
      identity: null,
      appKey: null,
      kind,
      storeId: null,
      regionId: null,
      savedAt: null,
      ageMs: null,
    }))
}

/** The environment's own secrets (DESIGN.md section 7), masked wherever they turn up. */
const secretVariable = /^SVCAPP_.*(TOKEN|SECRET|PASSPHRASE|TOKEN_KEY)/

/** The values of the environment that no output may show. */
export function environmentSecrets(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= 8 && secretVariable.test(name) ? [value] : [],
  )
}
