import type { Registration, Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { findStore, storesOfEmulator, usualStore } from '../../named/store.ts'
import { withInstalls } from '../../project/installs.ts'
import type { Stage } from '../stage.ts'

export interface StoreFacts {
  readonly control: ControlClient
  readonly app: Registration
  readonly identity: string
}

/**
 * The test store to work in: the one named, the current one, the app's first, one that a seed brought and no app has yet, or a new one. Raises
 * `store.*` for an unknown name.
 */
export async function findTestStore(stage: Stage, { control, app, identity }: StoreFacts): Promise<Store> {
  const stores = await control.stores()
  const named = stage.options.store
  const found =
    named === undefined
      ? await chosenStore(stage, { control, app, identity }, stores)
      : findStore(storesOfEmulator(stores), named)
  if (found) {
    if (!app.test_store_codes.includes(found.code)) await control.addTestStore({ key: app.app_key, code: found.code })
    stage.emit({ event: 'store', code: found.code, name: found.name, opened: false })
    return found
  }
  const { store } = await control.openStore({ name: 'Demo', appKey: app.app_key })
  stage.emit({ event: 'store', code: store.code, name: store.name, opened: true })
  return store
}

/** The only store of an emulator that was started with a seed. Where there are more, nobody but the developer knows which is meant. */
async function onlyFreeStore(control: ControlClient, [store, ...more]: readonly Store[]): Promise<Store | undefined> {
  if (store === undefined || more.length > 0) return undefined
  const isTaken = (await control.apps()).some((app) => app.test_store_codes.includes(store.code))
  return isTaken ? undefined : store
}

/** The app's usual store; for an app without one, the only store, unless another app has it. */
async function chosenStore(
  { tools }: Stage,
  { control, app, identity }: StoreFacts,
  stores: readonly Store[],
): Promise<Store | undefined> {
  const { app_key: appKey, test_store_codes: testStoreCodes } = app
  const current = withInstalls(tools.paths, (installs) => installs.current({ identity, appKey }))
  return usualStore(stores, { currentId: current?.storeId, testStoreCodes }) ?? onlyFreeStore(control, stores)
}
