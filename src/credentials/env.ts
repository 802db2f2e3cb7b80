import { bareOrigin } from '../text/origins/bare-origin.ts'
import { bareValue, setting } from '../text/origins/setting.ts'
import {
  isEmulatorKey,
  type CredentialKey,
  type CredentialKind,
  type CredentialRow,
  type SecretSource,
} from './credentials.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The part of a key that decides whether a variable applies. */
export type SecretOfTarget = Pick<CredentialKey, 'identity' | 'kind'>

const variables: Readonly<Record<CredentialKind, string>> = {
  'client-secret': 'SVCAPP_CLIENT_SECRET',
  'signing-secret': 'SVCAPP_SIGNING_SECRET',
  token: 'SVCAPP_TOKEN',
  'token-key': 'SVCAPP_TOKEN_KEY',
}

/** Returns the variable for a secret of this kind. */
export function variableOf(kind: CredentialKind): string {
  return variables[kind]
}

/** Returns the variable as the source of a secret. */
export function variableSource(kind: CredentialKind): SecretSource {
  return { backend: 'environment', where: variables[kind], savedAt: null }
}

/**
 * Returns the environment's secret for this target, or null. It applies to the target in SVCAPP_TARGET
 * or SVCAPP_TRUST_ORIGIN, and to the live platform if neither is set. The emulator has its own secrets,
 * and a CI job that exports live secrets for all steps must not send them to the emulator.
 */
export function environmentValue(env: Environment, key: SecretOfTarget): string | null {
  return whyNotUsed(env, key) === null ? givenValue(env, key.kind) : null
}

/** Returns the value of the variable, for any target. */
export function givenValue(env: Environment, kind: CredentialKind): string | null {
  return setting(env, variables[kind])
}

/** Returns a sentence that explains why a variable of this kind does not apply to the target. Null if it applies, or is not set. */
export function whyNotUsed(env: Environment, { identity, kind }: SecretOfTarget): string | null {
  if (givenValue(env, kind) === null) return null
  const name = variables[kind]
  const target = setting(env, 'SVCAPP_TARGET')
  const isEmulator = isEmulatorKey({ identity })
  if (isEmulator) {
    if (target === 'emulator') return null
    return `${name} is set but not used on the emulator. To use it there, set SVCAPP_TARGET=emulator too.`
  }
  if (target === 'emulator')
    return `${name} is set for the emulator (SVCAPP_TARGET=emulator), so it is not used on the live platform.`
  const origin = setting(env, 'SVCAPP_TRUST_ORIGIN')
  if (!origin || bareOrigin(origin) === identity) return null
  return `${name} is set for another origin (SVCAPP_TRUST_ORIGIN=${origin}), so it is not used for ${identity}.`
}

/** Returns the target to which secret variables apply: `emulator`, `live`, or an origin of the live platform. */
export function environmentTarget(env: Environment): string {
  if (setting(env, 'SVCAPP_TARGET') === 'emulator') return 'emulator'
  return bareOrigin(setting(env, 'SVCAPP_TRUST_ORIGIN') ?? '') ?? 'live'
}

/** Returns a row for every variable that is set. */
export function environmentRows(env: Environment): CredentialRow[] {
  // Object.keys loses the key type; the keys are those of `variables`.
  const kinds = Object.keys(variables) as CredentialKind[]
  return kinds
    .filter((kind) => givenValue(env, kind) !== null)
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

/** Variables that contain secrets, masked in every output. */
const secretVariable = /^SVCAPP_.*(TOKEN|SECRET|PASSPHRASE|TOKEN_KEY)/

/** Returns the environment's values that no output may show: as set, and as used. */
export function environmentSecrets(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || !secretVariable.test(name)) return []
    return [...new Set([value, bareValue(value)])].filter((text) => text.length >= 8)
  })
}
