import type { Registration, Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import { withInstalls } from '../../project/installs.ts'
import type { Stage } from '../stage.ts'

export interface StoreFacts {
  readonly control: ControlClient
  readonly app: Registration
  readonly identity: string
}

/**
 * The test store to work in: the one named, the current one, the app's first, one that a seed brought and no app has yet, or a new one. Raises
 * `emulator.unknown-store` for a name that is none.
 */
export async function findTestStore(stage: Stage, { control, app, identity }: StoreFacts): Promise<Store> {
  const stores = await control.stores()
  const current = currentStore(stage, identity)
  const found =
    stage.options.store === undefined
      ? (stores.find(({ id }) => id === current) ??
        stores.find(({ code }) => code === app.test_store_codes[0]) ??
        (await onlyFreeStore(control, stores)))
      : stores.find(({ code }) => code === stage.options.store)
  if (found) {
    if (!app.test_store_codes.includes(found.code)) await control.addTestStore({ key: app.app_key, code: found.code })
    stage.emit({ event: 'store', code: found.code, name: found.name, opened: false })
    return found
  }
  if (stage.options.store !== undefined) throw unknownStore(stage.options.store, stores)
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

/** Id of the store that commands mean when none is named. */
function currentStore({ tools, options }: Stage, identity: string): number | null {
  return withInstalls(
    tools.paths,
    (installs) => installs.current({ identity, appKey: options.project.config.key })?.storeId ?? null,
  )
}

function unknownStore(code: string, stores: readonly Store[]): AppError {
  const codes = stores.map((store) => store.code).join(', ') || 'none yet'
  return new AppError('emulator.unknown-store', `The emulator has no store ${JSON.stringify(code)}.`, {
    suggestions: [`Stores: ${codes}.`, 'app store open --name Demo'],
  })
}
