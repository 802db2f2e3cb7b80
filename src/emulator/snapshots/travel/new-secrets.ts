import type { SQLInputValue } from 'node:sqlite'

import { digestSecret } from '../../../protocol/access-token.ts'
import { createSealing, sealingKey } from '../../context/sealing.ts'
import { newClientSecret, newSigningSecret } from '../../platform/register.ts'

type RandomBytes = (size: number) => Buffer

/** Creates a random secret for one that was not exported. Sealed secrets open with the key of this emulator's folder. */
export function createNewSecrets(
  dir: string,
  randomBytes: RandomBytes,
): (table: string, column: string) => SQLInputValue {
  const { seal } = createSealing(sealingKey(dir, randomBytes), randomBytes)
  const makers: Readonly<Record<string, () => SQLInputValue>> = {
    client_secret_digest: () => digestSecret(newClientSecret(randomBytes)),
    sealed_signing_secret: () => seal(newSigningSecret(randomBytes)),
    password_salt: () => randomBytes(16),
    password_digest: () => randomBytes(32),
  }
  return (_table, column) => makers[column]?.() ?? null
}
