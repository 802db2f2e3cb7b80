import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import type { AppIdentity } from '../../project/installs.ts'
import { forgetTrust } from '../../project/origin-trust.ts'
import type { ForgottenSecrets } from '../../views/secret/secrets.ts'
import { secretKey, type AppSecretKind } from './app-secrets.ts'

export interface ForgetInput {
  readonly owner: AppIdentity
  readonly kinds: readonly AppSecretKind[]
  /** Whether to remove the origin from the trusted ones, too. */
  readonly withTrust: boolean
}

/** Deletes stored secrets of an app. Variables of the environment stay. Raises `credentials.*`. */
export async function forgetSecrets(context: Context, input: ForgetInput): Promise<ForgottenSecrets> {
  const { owner, kinds, withTrust } = input
  const credentials = await context.credentials({ isEmulator: isEmulatorKey(owner) })
  const deleted: string[] = []
  for (const kind of kinds) if (await credentials.remove(secretKey(owner, kind))) deleted.push(names[kind])
  const trustDeleted = withTrust && forgetTrust(context.paths, owner.identity)
  return { appKey: owner.appKey, target: owner.identity, deleted, trustDeleted }
}

const names: Readonly<Record<AppSecretKind, string>> = {
  'client-secret': 'client_secret',
  'signing-secret': 'webhook_signing_secret',
  'token-key': 'token_key',
}
