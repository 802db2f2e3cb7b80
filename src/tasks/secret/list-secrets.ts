import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import { environmentTarget } from '../../credentials/env.ts'
import { trustedOrigins } from '../../project/origin-trust.ts'
import type { Target } from '../../project/targets.ts'
import type { ListedSecrets, SecretRow } from '../../views/secret/secrets.ts'

const names = { 'client-secret': 'client_secret', 'signing-secret': 'webhook_signing_secret', 'token-key': 'token_key' }

/** Lists every stored or set secret of all apps, and of all targets unless one is given. Opens no keychain and no secrets file. */
export async function listSecrets(context: Context, named: Target['name'] | undefined): Promise<ListedSecrets> {
  const credentials = await context.credentials({ isEmulator: named !== 'live' })
  const secrets = (await credentials.list()).flatMap((row): SecretRow[] => {
    if (row.kind === 'token') return []
    const target = row.identity ?? environmentTarget(context.env)
    if (named !== undefined && named !== kindOf(target)) return []
    const { appKey, backend, where, savedAt } = row
    return [{ secret: names[row.kind], appKey, target, backend, where, savedAt: savedAt?.toISOString() ?? null }]
  })
  return { secrets, trustedOrigins: named === 'emulator' ? [] : trustedOrigins(context.paths) }
}

function kindOf(target: string): Target['name'] {
  return target === 'emulator' || isEmulatorKey({ identity: target }) ? 'emulator' : 'live'
}
