import type { Registration, Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { withInstalls } from '../../project/installs.ts'
import { findStore, storesOfEmulator } from '../../selection/store.ts'
import { usualStore } from '../../selection/usual-store.ts'
import type { DevContext } from '../context.ts'

export interface StoreFacts {
  readonly control: ControlClient
  readonly app: Registration
  readonly identity: string
}

/** Returns the test store: the requested one, the current one, the only one if it has no app yet, or a new one. Raises `store.*` for an unknown name. */
export async function findTestStore(dev: DevContext, { control, app, identity }: StoreFacts): Promise<Store> {
  const stores = await control.stores()
  const named = dev.options.store
  const found =
    named === undefined
      ? usualStore(stores, await usualOf(dev, { control, app, identity }), 'free')
      : findStore(storesOfEmulator(stores), named)
  if (found) {
    if (!app.test_store_codes.includes(found.code)) await control.addTestStore({ key: app.app_key, code: found.code })
    dev.emit({ event: 'store', code: found.code, name: found.name, created: false })
    return found
  }
  const { store } = await control.openStore({ name: 'Demo', appKey: app.app_key })
  dev.emit({ event: 'store', code: store.code, name: store.name, created: true })
  return store
}

async function usualOf({ tools }: DevContext, { control, app, identity }: StoreFacts) {
  const current = withInstalls(tools.paths, (installs) => installs.current({ identity, appKey: app.app_key }))
  const others = (await control.apps()).filter(({ app_key: key }) => key !== app.app_key)
  return {
    currentId: current?.storeId,
    testStoreCodes: app.test_store_codes,
    takenCodes: others.flatMap(({ test_store_codes: codes }) => codes),
  }
}
