import { tokenExchange } from '../../catalog/oauth.ts'
import { instant } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { secretCommand } from '../../text/origins/secret-command.ts'
import type { DeliveryTarget } from '../delivery-state.ts'
import type { Journal } from '../journal.ts'

/** Returns the hint of a rejected exchange. It also records the target, for which a call has no column. */
export function exchangeHint(target: DeliveryTarget): string {
  return `the code, client id or client secret was rejected (if you rotated the secret, run \`${secretCommand('client', target === 'live')}\`)`
}

/** Returns when the target last rejected the app's exchange; null if it never did. */
export function lastRejectedExchange({ db, appKey }: Journal, target: DeliveryTarget): Date | null {
  const row = prepared(
    db,
    'SELECT at FROM calls WHERE app_key = ? AND path = ? AND status = 401 AND hint = ? ORDER BY id DESC LIMIT 1',
  ).get(appKey, tokenExchange.path, exchangeHint(target))
  return row === undefined ? null : instant(row, 'at')
}
