import { AppError } from '../../errors.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import { getApp } from './apps.ts'
import { newClientSecret, newSigningSecret } from './register.ts'

/**
 * A new secret, shown here once; the old one is invalid at once (N1, N2: no path and no overlap are documented).
 * Raises `emulator.bad-request` for another kind of secret.
 */
export function rotate(world: World, appKey: string, which: unknown): string {
  getApp(world, appKey)
  if (which === 'client_secret') {
    const secret = newClientSecret(world.randomBytes)
    prepared(world.registry, 'UPDATE apps SET client_secret_digest = ? WHERE app_key = ?').run(
      digestSecret(secret),
      appKey,
    )
    return secret
  }
  if (which === 'webhook_signing_secret') {
    const secret = newSigningSecret(world.randomBytes)
    prepared(world.registry, 'UPDATE apps SET sealed_signing_secret = ? WHERE app_key = ?').run(
      world.seal(secret),
      appKey,
    )
    return secret
  }
  throw new AppError('emulator.bad-request', `${JSON.stringify(which)} cannot be rotated.`, {
    suggestions: ['which is client_secret or webhook_signing_secret.'],
  })
}
