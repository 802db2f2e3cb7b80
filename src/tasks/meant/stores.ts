import type { Context } from '../../context.ts'
import type { OpenStoreAnswer, Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { OpenStoreInput } from '../../control/store-contract.ts'
import { AppError } from '../../errors.ts'
import { loadProject, type Project } from '../../project/app-toml.ts'
import { withInstalls, type AppIdentity, type CurrentStore } from '../../project/installs.ts'
import type { ShownStore } from '../../views/stores.ts'

export interface StoreTools {
  readonly context: Context
  readonly control: ControlClient
  readonly identity: string
}

/** The project around the current folder, or null outside of one. Raises `project.*` for a broken one. */
export function projectIfAny(cwd: string): Project | null {
  try {
    return loadProject({ cwd })
  } catch (error) {
    if (error instanceof AppError && error.code === 'project.not-found') return null
    throw error
  }
}

/** All stores of the emulator, seen from the project, if there is one. */
export async function listStores(
  { context, control, identity }: StoreTools,
  project: Project | null,
): Promise<ShownStore[]> {
  const stores = await control.stores()
  if (project === null) return stores.map((store) => ({ ...store, current: false, testStore: false }))
  const appKey = project.config.key
  const codes = (await control.apps()).find((app) => app.app_key === appKey)?.test_store_codes ?? []
  const current = withInstalls(context.paths, (installs) => installs.current({ identity, appKey }))
  return stores.map((store) => ({
    ...store,
    current: store.id === current?.storeId,
    testStore: codes.includes(store.code),
  }))
}

/** Opens a test store; for the app of the project, if there is one, and then it is the current one (APP-022). Raises `emulator.*`. */
export async function openTestStore(
  { context, control, identity }: StoreTools,
  project: Project | null,
  input: OpenStoreInput,
): Promise<OpenStoreAnswer> {
  if (project === null) return control.openStore(input)
  const appKey = project.config.key
  const answer = await control.openStore({ ...input, appKey })
  makeCurrent(context, { identity, appKey }, answer.store)
  return answer
}

/** Makes a store current for the project's app, and puts it into the app's `test_store_codes` (B54). Raises `emulator.unknown-store` and `-app`. */
export async function chooseStore(
  { context, control, identity }: StoreTools,
  project: Project,
  code: string,
): Promise<Store> {
  const store = namedStore(await control.stores(), code)
  const appKey = project.config.key
  const app = await control.app({ key: appKey })
  if (!app.test_store_codes.includes(store.code)) await control.addTestStore({ key: appKey, code: store.code })
  makeCurrent(context, { identity, appKey }, store)
  return store
}

/**
 * The store that is meant: the one named by code or id, the project's current one, the first test store of its app, or the only one there is. Raises
 * `emulator.unknown-store` and `usage.missing`.
 */
export async function meantStore(tools: StoreTools, project: Project | null, code?: string): Promise<Store> {
  const stores = await listStores(tools, project)
  if (code !== undefined) return namedStore(stores, code)
  const own = stores.find(({ current }) => current) ?? stores.find(({ testStore }) => testStore)
  const meant = own ?? (stores.length === 1 ? stores[0] : undefined)
  if (meant !== undefined) return meant
  throw new AppError('usage.missing', 'No store is named, and none is current.', {
    suggestions: storeHints(stores, stores.length === 0 ? OPEN_ONE : 'app store use <code>'),
  })
}

/** The store of this code or id. Raises `emulator.unknown-store`, with those that there are. */
export function namedStore<S extends Pick<Store, 'id' | 'code'>>(stores: readonly S[], code: string): S {
  const store = stores.find((one) => one.code.toLowerCase() === code.toLowerCase() || String(one.id) === code)
  if (store !== undefined) return store
  throw new AppError('emulator.unknown-store', `The emulator has no store ${JSON.stringify(code)}.`, {
    suggestions: storeHints(stores, OPEN_ONE),
  })
}

const OPEN_ONE = 'app store open --name Demo'

function storeHints(stores: readonly Pick<Store, 'code'>[], next: string): string[] {
  return [`Stores: ${stores.map(({ code }) => code).join(', ') || 'none yet'}.`, next]
}

/** The region chosen before stays only with its own store. */
function makeCurrent(context: Context, app: AppIdentity, { id, code }: Store): void {
  withInstalls(context.paths, (installs) => {
    const before: CurrentStore | null = installs.current(app)
    const regionId = before?.storeId === id ? before.regionId : null
    installs.setCurrent(app, { storeId: id, storeCode: code, regionId })
  })
}
