import type { AppStatus, Registration } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { flag, type Row, text, textList, textOrNull, word } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

/** Returns an app's registration without its secrets (APP-008), or null if the key is not registered. */
export function findApp({ registry }: EmulatorContext, appKey: string): Registration | null {
  const row = prepared(registry, 'SELECT * FROM apps WHERE app_key = ?').get(appKey)
  return row === undefined ? null : readRegistration(row)
}

/** Like `findApp`. Raises `emulator.unknown-app`. */
export function getApp(context: EmulatorContext, appKey: string): Registration {
  const app = findApp(context, appKey)
  if (app !== null) return app
  throw new AppError('emulator.unknown-app', `No app ${appKey} is registered on this emulator.`, {
    suggestions: ['app register'],
  })
}

/** Returns the app with this public identity and the digest of its secret, or null if it does not exist. */
export function findClient(
  { registry }: EmulatorContext,
  clientId: string,
): { readonly app: Registration; readonly secretDigest: string } | null {
  const row = prepared(registry, 'SELECT * FROM apps WHERE client_id = ?').get(clientId)
  return row === undefined ? null : { app: readRegistration(row), secretDigest: text(row, 'client_secret_digest') }
}

/** Lists all registered apps by key. */
export function listApps({ registry }: Pick<EmulatorContext, 'registry'>): Registration[] {
  return prepared(registry, 'SELECT * FROM apps ORDER BY app_key').all().map(readRegistration)
}

/** Returns the secret that signs webhooks and embed tokens, or null if none is configured or the app is unknown (INST-076, EMB-054). */
export function readSigningSecret(context: EmulatorContext, appKey: string): string | null {
  const sealed = prepared(context.registry, 'SELECT sealed_signing_secret FROM apps WHERE app_key = ?').get(appKey)?.[
    'sealed_signing_secret'
  ]
  return sealed instanceof Uint8Array ? context.unseal(sealed) : null
}

function readRegistration(row: Row): Registration {
  return {
    app_key: text(row, 'app_key'),
    name: text(row, 'name'),
    status: word<AppStatus>(row, 'status'),
    client_id: text(row, 'client_id'),
    requested_scopes: textList(row, 'requested_scopes'),
    optional_scopes: textList(row, 'optional_scopes'),
    redirect_uris: textList(row, 'redirect_uris'),
    install_scope: text(row, 'install_scope'),
    webhook_url: textOrNull(row, 'webhook_url'),
    webhook_topics: textList(row, 'webhook_topics'),
    admin_manifest_json: textOrNull(row, 'admin_manifest_json'),
    countries: textList(row, 'countries'),
    price: textOrNull(row, 'price'),
    test_store_codes: textList(row, 'test_store_codes'),
    listed: flag(row, 'listed'),
    has_unpublished_change: row['status'] === 'published' && row['approved_manifest_json'] !== null,
    has_signing_secret: row['sealed_signing_secret'] !== null,
  }
}
