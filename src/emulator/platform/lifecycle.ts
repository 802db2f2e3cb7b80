import type { AppStatus, Registration } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { updateRows, type RowValues } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import { getApp } from './apps.ts'
import { countryOf } from './countries.ts'
import { getStore } from './stores.ts'

/**
 * Publishes: a public app goes to review first (APP-024, APP-033), and again with a changed panel (APP-035, C36); one for the developer's own stores does
 * not and stays out of the catalogue (A18).
 * Raises `emulator.conflict` for a suspended app or an incomplete listing.
 */
export function publish(world: World, appKey: string, audience: 'public' | 'own-stores'): Registration {
  const app = getApp(world, appKey)
  if (app.status === 'X') throw conflict(`${appKey} is suspended.`)
  if (audience === 'own-stores') return put(world, appKey, unlisted('published'))
  // The documents do not show what a complete listing is (B6): it needs at least a redirect address for the install.
  if (app.redirect_uris.length === 0) throw conflict('The listing is incomplete: redirect_uris is missing.')
  // What was approved last is kept beside it until the verdict.
  if (app.status === 'P') return app
  if (app.status !== 'published' || !app.listed) return put(world, appKey, unlisted('P'))
  // What was approved is kept until the verdict (A17).
  return app.has_unpublished_change ? put(world, appKey, { status: 'P', listed: 0 }) : app
}

/** The platform's verdict: approved is published and in the catalogue (APP-034), refused is a draft again. Raises `emulator.conflict`. */
export function review(world: World, appKey: string, approved: boolean): Registration {
  const { status } = getApp(world, appKey)
  if (status !== 'P') throw conflict(`${appKey} is not in review (its status is ${status}).`)
  return put(world, appKey, approved ? { ...unlisted('published'), listed: 1 } : unlisted('D'))
}

/** Puts any status by hand, for example X: suspended. */
export function setStatus(world: World, appKey: string, status: AppStatus): Registration {
  const { listed } = getApp(world, appKey)
  const stays = listed && (status === 'published' || status === 'X')
  // A suspension and its end are no verdict on a changed panel.
  return put(world, appKey, stays ? { status } : unlisted(status))
}

/**
 * Changes the countries of an app by hand, which no developer can (APP-002); an empty list makes it a global one. Installs stay: what they reach is asked
 * at every call (A19). Raises `emulator.bad-request`.
 */
export function setCountries(world: World, appKey: string, countries: readonly string[]): Registration {
  getApp(world, appKey)
  const codes = [...new Set(countries.map((code) => countryOf(code.trim().toUpperCase()).code))]
  return put(world, appKey, { countries: JSON.stringify(codes) })
}

/** Adds a store's code to the app's `test_store_codes` (APP-019, APP-022, B54). Raises `emulator.unknown-store`. */
export function addTestStore(world: World, appKey: string, code: string): Registration {
  const app = getApp(world, appKey)
  getStore(world, code)
  const codes = app.test_store_codes
  return codes.includes(code) ? app : put(world, appKey, { test_store_codes: JSON.stringify([...codes, code]) })
}

/** Out of the catalogue, and with no verdict that is waited for. */
function unlisted(status: AppStatus) {
  return { status, listed: 0, approved_manifest_json: null }
}

function put(world: World, appKey: string, values: RowValues): Registration {
  updateRows(world.registry, 'apps', { app_key: appKey }, values)
  return getApp(world, appKey)
}

function conflict(message: string): AppError {
  return new AppError('emulator.conflict', message)
}
