import type { Registration } from '../../control/contract.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { updateRows } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { findClient, getApp, readSigningSecret } from './apps.ts'
import { newClientSecret, newSigningSecret } from './register.ts'

type SecretName = 'client_secret' | 'webhook_signing_secret'

/** Returns whether this is the digest of the app's secret. An app without a signing secret, which a test may need, has no other one. */
export function checkSecret(
  context: EmulatorContext,
  app: Registration,
  { which, digest }: { readonly which: SecretName; readonly digest: string },
): boolean {
  if (which === 'client_secret') return findClient(context, app.client_id)?.secretDigest === digest
  const secret = readSigningSecret(context, app.app_key)
  return secret === null || digestSecret(secret) === digest
}

/** Creates a new secret, shown only here. The old one is invalid immediately (N1, N2: no rotation path and no overlap are documented). */
export function rotate(context: EmulatorContext, appKey: string, which: SecretName): string {
  getApp(context, appKey)
  if (which === 'client_secret') {
    const secret = newClientSecret(context.randomBytes)
    updateRows(context.registry, 'apps', { app_key: appKey }, { client_secret_digest: digestSecret(secret) })
    return secret
  }
  const secret = newSigningSecret(context.randomBytes)
  updateRows(context.registry, 'apps', { app_key: appKey }, { sealed_signing_secret: context.seal(secret) })
  return secret
}
