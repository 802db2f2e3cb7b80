import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { withInstalls, type InstallKey } from '../../project/installs.ts'
import { plainWord } from '../../text/shell.ts'

/**
 * What a command of the emulator needs to mean the place of an install: `--store small --region de`, each only where another one is meant without it, with a
 * space ahead. Raises what asking the emulator raises.
 */
export async function placeFlags({ paths }: Context, control: ControlClient, install: InstallKey): Promise<string> {
  const { storeId, regionId } = install
  const current = withInstalls(paths, (installs) => installs.current(install))
  const store = (await control.stores()).find(({ id }) => id === storeId)
  if (store === undefined) return ''
  const home = store.regions.find(({ isDefault }) => isDefault)
  const region = store.regions.find(({ id }) => id === regionId)
  return [
    ...(current?.storeId === storeId ? [] : [` --store ${plainWord(store.code)}`]),
    ...(region === undefined || region.id === home?.id ? [] : [` --region ${plainWord(region.code)}`]),
  ].join('')
}
