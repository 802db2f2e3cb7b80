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

/** As much of a key as decides whether a variable stands for it. */
export type SecretOfTarget = Pick<CredentialKey, 'identity' | 'kind'>

const variables: Readonly<Record<CredentialKind, string>> = {
  'client-secret': 'SVCAPP_CLIENT_SECRET',
  'signing-secret': 'SVCAPP_SIGNING_SECRET',
  token: 'SVCAPP_TOKEN',
  'token-key': 'SVCAPP_TOKEN_KEY',
}

/** The variable that holds a secret of this kind. */
export function variableOf(kind: CredentialKind): string {
  return variables[kind]
}

/** The variable as the place that a secret comes from. */
export function variableSource(kind: CredentialKind): SecretSource {
  return { backend: 'environment', where: variables[kind], savedAt: null }
}

/**
 * The environment's secret for this target, or null. It belongs to the target that SVCAPP_TARGET or SVCAPP_TRUST_ORIGIN
 * specifies, and to the live platform if neither is set: the emulator has its own secrets, and a job that exports those
 * of live for all its steps must not send them to the emulator.
 */
export function environmentValue(env: Environment, key: SecretOfTarget): string | null {
  return whyNotUsed(env, key) === null ? givenValue(env, key.kind) : null
}

/** The value of the variable, whatever target it belongs to. */
export function givenValue(env: Environment, kind: CredentialKind): string | null {
  return setting(env, variables[kind])
}

/** Why a variable of this kind does not count for the target: a sentence that can be shown. Null if it counts, or is not set. */
export function whyNotUsed(env: Environment, { identity, kind }: SecretOfTarget): string | null {
  if (givenValue(env, kind) === null) return null
  const name = variables[kind]
  const target = setting(env, 'SVCAPP_TARGET')
  const isEmulator = isEmulatorKey({ identity })
  if (isEmulator) {
    if (target === 'emulator') return null
    return `${name} is set but not used on the emulator. To use it there, set SVCAPP_TARGET=emulator too.`
  }
  if (target === 'emulator') return `${name} is set for the emulator (SVCAPP_TARGET=emulator) and not used on live.`
  const origin = setting(env, 'SVCAPP_TRUST_ORIGIN')
  if (!origin || bareOrigin(origin) === identity) return null
  return `${name} is set for another origin (SVCAPP_TRUST_ORIGIN=${origin}) and not used on ${identity}.`
}

/** Which target the variables of secrets count for: `emulator`, `live`, or an origin of the live platform. */
export function environmentTarget(env: Environment): string {
  if (setting(env, 'SVCAPP_TARGET') === 'emulator') return 'emulator'
  return bareOrigin(setting(env, 'SVCAPP_TRUST_ORIGIN') ?? '') ?? 'live'
}

/** A row for every variable that is set. */
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

/** The environment's own secrets, masked in every output. */
const secretVariable = /^SVCAPP_.*(TOKEN|SECRET|PASSPHRASE|TOKEN_KEY)/

/** The values of the environment that no output may show: as they are set, and as they are used. */
export function environmentSecrets(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || !secretVariable.test(name)) return []
    return [...new Set([value, bareValue(value)])].filter((text) => text.length >= 8)
  })
}
