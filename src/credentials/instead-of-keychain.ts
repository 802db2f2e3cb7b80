import { existsSync } from 'node:fs'

import { hasCode } from '../errors.ts'
import type { Backends } from './backends.ts'
import type { Choice } from './choice.ts'
import { isEmulatorKey, type CredentialKey, type SecretStore } from './credentials.ts'

export interface Choices extends Pick<Backends, 'keychain' | 'encryptedFile'> {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly choice: Choice | null
}

export type Offer = (question: string) => Promise<boolean>

const OFFER = 'This machine has no keychain. Store secrets in an encrypted file?'

/** Returns the encrypted file for live secrets if there is no keychain and no choice, and it exists or `offer` creates it. Otherwise raises `error`. */
export async function insteadOfKeychain(
  { choice, encryptedFile }: Choices,
  target: Pick<CredentialKey, 'identity'>,
  error: unknown,
  offer?: Offer,
): Promise<SecretStore> {
  if (choice !== null || isEmulatorKey(target) || !hasCode(error, 'credentials.unavailable')) throw error
  const isAgreed = existsSync(encryptedFile.where) || (await offer?.(OFFER)) === true
  if (!isAgreed) throw error
  return encryptedFile
}

/** Returns whether secrets of this target are in a file whose passphrase only a user can enter. */
export async function isClosed(tools: Choices, target: Pick<CredentialKey, 'identity'>): Promise<boolean> {
  const { env, choice, keychain, encryptedFile } = tools
  if (env['SVCAPP_PASSPHRASE'] || isEmulatorKey(target)) return false
  if (choice !== null || !existsSync(encryptedFile.where)) return choice === 'file'
  const place = keychain.probe().catch((error: unknown) => insteadOfKeychain(tools, target, error))
  return place.then(
    (used) => used === encryptedFile,
    () => false,
  )
}
