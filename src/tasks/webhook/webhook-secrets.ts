import type { Context } from '../../context.ts'
import { keyOfRow, type CredentialRow } from '../../credentials/credentials.ts'
import { withInstalls } from '../../project/installs.ts'
import type { KnownFacts } from '../../webhooks/verify/deviation.ts'

/**
 * Returns the keys that may have created a wrong signature: all other secrets that this user stores for any app and target, and
 * the codes of the known stores. Skips stores that cannot be opened, because the keys only improve the explanation.
 */
export async function knownFacts(
  context: Context,
  own: { readonly identity: string | null; readonly appKey: string; readonly secret: string },
): Promise<KnownFacts> {
  const credentials = await context.credentials({ isEmulator: own.identity?.startsWith('emulator:') ?? false })
  const rows = (await credentials.list()).filter(({ kind }) => kind === 'client-secret' || kind === 'signing-secret')
  const secrets = await Promise.all(
    rows.map(async (row) => {
      const secret = await credentials.stored(keyOfRow(row, row.identity ?? '')).catch(() => null)
      return { name: nameOf(row), secret }
    }),
  )
  return {
    otherSecrets: secrets.flatMap(({ name, secret }) =>
      secret === null || secret === own.secret ? [] : [{ name, secret }],
    ),
    storeCodes: storeCodes(context, own.appKey),
  }
}

function nameOf({ kind, appKey, identity }: CredentialRow): string {
  const what = kind === 'client-secret' ? 'the client secret' : 'the webhook signing secret'
  const where =
    identity === null ? 'from the environment' : identity.startsWith('emulator:') ? 'on the emulator' : `on ${identity}`
  return appKey === null ? `${what} ${where}` : `${what} of ${appKey} ${where}`
}

function storeCodes({ paths }: Context, appKey: string): string[] {
  const codes = withInstalls(paths, (installs) => installs.listAll())
    .filter((install) => install.appKey === appKey)
    .flatMap(({ storeCode }) => (storeCode === null ? [] : [storeCode]))
  return [...new Set(codes)]
}
