import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { withInstalls, type InstallKey } from '../../project/installs.ts'
import { plainWord } from '../../text/shell.ts'

/**
 * Returns the emulator flags that select an install, such as ` --store small --region de`, with a
 * leading space. Includes only flags that differ from the defaults. Raises the emulator's errors.
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
