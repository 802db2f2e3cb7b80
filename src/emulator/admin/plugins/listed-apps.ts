import { text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { livingInstalls, type LivingInstall } from '../../platform/installs.ts'
import type { Session } from '../../platform/sessions.ts'

/** A listed app, with only the facts that decide whether and where it is listed. */
export interface Listed {
  readonly appKey: string
  /** Its key if its registration was deleted. */
  readonly name: string
  /** Whether it can be installed from this list. */
  readonly isOffered: boolean
  readonly installs: readonly LivingInstall[]
}

/** Same rule as `asInStore`: in the catalog, in its test store or, under the other reading of A17, approved once and in review again. */
const offered = `
  SELECT app_key, name FROM apps
  WHERE listed = 1 OR instr(test_store_codes, json_quote(:code)) > 0
    OR (:stays AND status = 'P' AND approved_manifest_json IS NOT NULL)
  ORDER BY app_key`

const named = 'SELECT name FROM apps WHERE app_key = ?'

/** Returns each app of the Plugins list once: the installed ones, then the others that this store may install. */
export function listedApps(context: EmulatorContext, { store }: Session): Listed[] {
  const { registry } = context
  const installs = Map.groupBy(livingInstalls(context, store.id), ({ appKey }) => appKey)
  const stays = context.settings().liveDuringReview === 'gone' ? 0 : 1
  const names = new Map(
    prepared(registry, offered)
      .all({ code: store.code, stays })
      .map((row) => [text(row, 'app_key'), text(row, 'name')]),
  )
  const installed = [...installs].map(([appKey, here]) => ({
    appKey,
    name: names.get(appKey) ?? String(prepared(registry, named).get(appKey)?.['name'] ?? appKey),
    isOffered: names.has(appKey),
    installs: here,
  }))
  const others = [...names].filter(([appKey]) => !installs.has(appKey))
  return [...installed, ...others.map(([appKey, name]) => ({ appKey, name, isOffered: true, installs: [] }))]
}

export function isInstalled({ installs }: Listed): boolean {
  return installs.length > 0
}
