import type { Context } from '../../context.ts'
import type { OpenStoreAnswer, Registration, Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { OpenStoreInput } from '../../control/store-contract.ts'
import { AppError } from '../../errors.ts'
import { projectIfAny, type Project } from '../../project/app-toml.ts'
import { withInstalls, type AppIdentity, type CurrentStore } from '../../project/installs.ts'
import { findStore, listStores as listNames, storesOfEmulator } from '../../selection/store.ts'
import { usualStore, type UsualStore } from '../../selection/usual-store.ts'
import { foreignText } from '../../text/foreign-text.ts'
import type { ShownStore } from '../../views/stores.ts'

export interface StoreTools {
  readonly context: Context
  readonly control: ControlClient
  readonly identity: string
}

/** Lists all stores of the emulator from the view of the project, if there is one. */
export async function listStores(tools: StoreTools): Promise<ShownStore[]> {
  const project = projectIfAny(tools.context)
  const stores = await tools.control.stores()
  const { currentId, testStoreCodes = [] } = await usualOf(tools, project)
  return stores.map((store) => ({
    ...store,
    current: store.id === currentId,
    testStore: testStoreCodes.includes(store.code),
  }))
}

/** Opens a test store. With a project, opens it for its app and makes it current (APP-022). Raises `emulator.*`. */
export async function openTestStore(
  { context, control, identity }: StoreTools,
  input: OpenStoreInput,
): Promise<OpenStoreAnswer> {
  const project = projectIfAny(context)
  if (project === null) return control.openStore(input)
  const appKey = project.config.key
  const answer = await control.openStore({ ...input, appKey })
  const before = makeCurrent(context, { identity, appKey }, answer.store)
  // The earlier store may no longer exist, after a reset for example.
  const other = (await control.stores()).find(({ id }) => id === before?.storeId && id !== answer.store.id)
  if (other !== undefined) {
    const code = foreignText(other.code)
    context.terminal.note(
      `The new store replaces ${code} as the current store. To switch back: \`app store use ${code}\`.`,
    )
  }
  return answer
}

/** Selects the current store of the project's app and adds it to the app's `test_store_codes` (B54). Raises `store.*` and `emulator.unknown-app`. */
export async function makeStoreCurrent(
  { context, control, identity }: StoreTools,
  project: Project,
  code: string,
): Promise<Store> {
  const store = findStore(storesOfEmulator(await control.stores()), code)
  const appKey = project.config.key
  const app = await control.app({ key: appKey })
  if (!app.test_store_codes.includes(store.code)) await control.addTestStore({ key: appKey, code: store.code })
  makeCurrent(context, { identity, appKey }, store)
  return store
}

/** Returns the selected store: the requested code or id, else the current one, else the only one. Raises `store.*` and `usage.missing`. */
export async function meantStore(tools: StoreTools, code?: string): Promise<Store> {
  const project = projectIfAny(tools.context)
  const stores = await tools.control.stores()
  if (code !== undefined) return findStore(storesOfEmulator(stores), code)
  const meant = usualStore(stores, await usualOf(tools, project), 'only')
  if (meant !== undefined) return meant
  throw noneIsMeant(stores)
}

/** Creates the error for a missing store selection. */
export function noneIsMeant(stores: readonly Store[]): AppError {
  return new AppError('usage.missing', '--store is missing, and no current store is set.', {
    suggestions:
      stores.length === 0
        ? ['app store open --name Demo']
        : [`Select one with --store: ${listNames(stores)}.`, 'app store use <code>'],
  })
}

/** Returns no current store outside a project. */
async function usualOf({ context, control, identity }: StoreTools, project: Project | null): Promise<UsualStore> {
  if (project === null) return { currentId: undefined }
  return usualAmong(context, { identity, appKey: project.config.key }, await control.apps())
}

/** Returns how to find an app's current store, given the emulator's apps. */
export function usualAmong(
  { paths }: Pick<Context, 'paths'>,
  app: AppIdentity,
  apps: readonly Registration[],
): UsualStore {
  const own = apps.find((one) => one.app_key === app.appKey)
  const current = withInstalls(paths, (installs) => installs.current(app))
  return { currentId: current?.storeId, testStoreCodes: own?.test_store_codes ?? [] }
}

/** Selects the current store and returns the previous one. Its region stays only with the same store. */
function makeCurrent(context: Context, app: AppIdentity, { id, code }: Store): CurrentStore | null {
  return withInstalls(context.paths, (installs) => {
    const before: CurrentStore | null = installs.current(app)
    const regionId = before?.storeId === id ? before.regionId : null
    installs.setCurrent(app, { storeId: id, storeCode: code, regionId })
    return before
  })
}
