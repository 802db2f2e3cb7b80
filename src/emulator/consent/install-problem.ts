import { messages } from '../../catalog/errors.ts'
import type { Registration } from '../../control/contract.ts'
import type { EmulatorContext } from '../context.ts'
import { countryWords } from '../platform/countries.ts'
import { scopeInTheWay } from '../platform/installs.ts'
import { asInStore } from '../platform/live-version.ts'
import { planOf } from '../platform/plans.ts'
import type { Session } from '../platform/sessions.ts'
import { supportedRegions } from '../platform/stores.ts'

/**
 * Returns why this app cannot be installed in the manager's store and region now, or null if it can. The error appears on the
 * owner's own screen, without a code or a redirect (INST-045 to INST-049). Checked when the page is drawn, and again at Approve.
 */
export function installProblem(context: EmulatorContext, app: Registration, session: Session): string | null {
  return (
    scopeProblem(app) ??
    statusProblem(asInStore(context, app, session.store.code), session) ??
    regionProblem(context, app, session) ??
    countryProblem(app, session) ??
    storeProblem(context, app, session)
  )
}

/** INST-057. */
function scopeProblem({ install_scope: scope }: Registration): string | null {
  if (scope === 'region' || scope === 'store') return null
  return `The registered install_scope ${JSON.stringify(scope)} is unknown. It must be region or store.`
}

/** INST-048, APP-017, APP-018. */
function statusProblem(app: Registration, { store }: Session): string | null {
  if (app.status === 'X') return 'This app is suspended.'
  if (app.status === 'published' || app.test_store_codes.includes(store.code)) return null
  const stage = app.status === 'D' ? 'a draft (D)' : 'in review (P)'
  return `This app is ${stage}. It can be installed only in its test stores, and ${store.code} is not one of them.`
}

/** C42: a manager whose selected region was closed is in the home region, or must choose again in the other interpretation. */
function regionProblem(
  { settings }: EmulatorContext,
  app: Registration,
  { isSelectionClosed }: Session,
): string | null {
  if (!isSelectionClosed || app.install_scope !== 'region' || settings().closedSelection === 'home-region') return null
  return 'The selected region is closed. Select another region first.'
}

/** INST-047, APP-003, A19. */
function countryProblem(app: Registration, { store, region }: Session): string | null {
  const candidates = app.install_scope === 'store' ? store.regions : [region]
  if (supportedRegions(candidates, app.countries).length > 0) return null
  const where = app.install_scope === 'store' ? 'any country of this store' : countryWords(region.countryCode)
  return `This app is not supported in ${where}. Supported: ${app.countries.map(countryWords).join(', ')}.`
}

/** INST-045, INST-068, INST-069. */
function storeProblem(context: EmulatorContext, app: Registration, { store }: Session): string | null {
  const where = { appKey: app.app_key, storeId: store.id }
  if (planOf(context, where) === 'none-selected') return 'No plan is selected for this app. Select a plan first.'
  const other = scopeInTheWay(context, where, app.install_scope)
  if (other === null) return null
  // A12: the documented text applies only to region installs that block a store-wide one.
  return other === 'region' || context.settings().oppositeScope === 'documented'
    ? messages.oppositeScope
    : 'This app is installed store-wide on this store. To install it per region, remove the existing install first.'
}
