import { facts, sentence } from '../cells.ts'
import type { ShownRegistration } from '../registration.ts'
import type { View } from '../view.ts'

/** Documented names of the secrets. */
export type SecretName = 'client_secret' | 'webhook_signing_secret'

/** What `app secret rotate --json` prints. */
export interface RotatedSecrets {
  readonly appKey: string
  readonly rotated: readonly SecretName[]
  /** Storage location of each secret, or null if it is not stored. */
  readonly secrets: Pick<ShownRegistration['secrets'], SecretName>
  /** New secrets, or null unless requested. */
  readonly revealed: Readonly<Partial<Record<SecretName, string>>> | null
}

/** Formats which secrets are new and where they are stored. Shows the secrets only if requested. */
export const rotatedSecretsView: View<RotatedSecrets> = ({ appKey: key, rotated, secrets, revealed }, looks) => {
  const places = rotated.map((name): [string, string] => [name, secrets[name]?.where ?? 'not stored'])
  const [names, were] = [rotated.join(' and '), rotated.length === 1 ? 'one is' : 'ones are']
  return [
    sentence(`New for ${key} on the emulator: ${names}. The old ${were} invalid now.`, looks),
    facts(places, looks),
    ...(revealed === null ? [] : [looks.style.yellow('Shown only once:'), facts(Object.entries(revealed), looks)]),
  ].join('\n')
}
