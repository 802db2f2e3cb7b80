import { appStatusWords } from '../../catalog/status-words.ts'
import type { AppStatus, Registration } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { updateRows, type RowValues } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { getApp } from './apps.ts'
import { countryOf } from './countries.ts'
import { getStore } from './stores.ts'

/**
 * Publishes an app. A public app goes to review first (APP-024, APP-033), and again after a panel
 * change (APP-035, C36). An app for the developer's own stores is not reviewed or listed in the
 * catalog (A18). Raises `emulator.conflict` for a suspended app or an incomplete listing.
 */
export function publish(context: EmulatorContext, appKey: string, audience: 'public' | 'own-stores'): Registration {
  const app = getApp(context, appKey)
  if (app.status === 'X') throw conflict(`${appKey} is suspended, so it cannot be published.`)
  if (audience === 'own-stores') return put(context, appKey, unlisted('published'))
  // The documents do not define a complete listing (B6). It needs at least a redirect address for the install.
  if (app.redirect_uris.length === 0) throw conflict('The listing is incomplete: redirect_uris is missing.')
  // The approved version is stored next to the new one until the verdict.
  if (app.status === 'P') return app
  if (app.status !== 'published' || !app.listed) return put(context, appKey, unlisted('P'))
  // The approved version is kept until the verdict (A17).
  return app.has_unpublished_change ? put(context, appKey, { status: 'P', listed: 0 }) : app
}

/** Sets the verdict: an approved app is published and listed (APP-034), a rejected one is a draft again. Raises `emulator.conflict`. */
export function review(context: EmulatorContext, appKey: string, approved: boolean): Registration {
  const { status } = getApp(context, appKey)
  if (status !== 'P') throw conflict(`${appKey} is not in review. Its status is ${appStatusWords[status]}.`)
  return put(context, appKey, approved ? { ...unlisted('published'), listed: 1 } : unlisted('D'))
}

/** Sets any status manually, for example X (suspended). */
export function setStatus(context: EmulatorContext, appKey: string, status: AppStatus): Registration {
  const { listed } = getApp(context, appKey)
  const stays = listed && (status === 'published' || status === 'X')
  // Suspending an app or ending its suspension is no verdict on a changed panel.
  return put(context, appKey, stays ? { status } : unlisted(status))
}

/**
 * Changes an app's countries, which developers cannot do (APP-002). An empty list makes the app global.
 * Installs stay, because each call checks which regions they reach (A19). Raises `emulator.bad-request`.
 */
export function setCountries(context: EmulatorContext, appKey: string, countries: readonly string[]): Registration {
  getApp(context, appKey)
  const codes = [...new Set(countries.map((code) => countryOf(code.trim().toUpperCase()).code))]
  return put(context, appKey, { countries: JSON.stringify(codes) })
}

/** Adds a store's code to the app's `test_store_codes` (APP-019, APP-022, B54). Raises `emulator.unknown-store`. */
export function addTestStore(context: EmulatorContext, appKey: string, code: string): Registration {
  const app = getApp(context, appKey)
  getStore(context, code)
  const codes = app.test_store_codes
  return codes.includes(code) ? app : put(context, appKey, { test_store_codes: JSON.stringify([...codes, code]) })
}

/** Removes the app from the catalog and cancels a pending review. */
function unlisted(status: AppStatus) {
  return { status, listed: 0, approved_manifest_json: null }
}

function put(context: EmulatorContext, appKey: string, values: RowValues): Registration {
  updateRows(context.registry, 'apps', { app_key: appKey }, values)
  return getApp(context, appKey)
}

function conflict(message: string): AppError {
  return new AppError('emulator.conflict', message)
}
