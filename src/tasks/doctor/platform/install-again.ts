import type { Install } from '../../../project/installs.ts'
import { plainWord } from '../../../text/shell.ts'
import type { DoctorFacts } from '../facts.ts'

/** A reset deletes the app and its store. A running `app dev` creates both only when it starts. */
export const DEV_AGAIN =
  'Restart `app dev` (Ctrl-C or `app dev stop`, then start it). It registers and installs the app again.'

/** On the live platform the store owner decides. */
export const INSTALL_ON_LIVE = '`app install` and have the store owner approve. This revokes the current token'

/** Returns whether `app dev` runs the app against this target. */
export function isDevHere({ session, targetName }: Pick<DoctorFacts, 'session' | 'targetName'>): boolean {
  return session !== null && (session.target === null || session.target === targetName)
}

/** Returns the command that reinstalls a saved install, or that deletes the record if its store no longer exists. */
export async function installAgain(facts: DoctorFacts, install: Install): Promise<string> {
  const { appKey, storeId, storeCode, regionId, regions } = install
  const platform = await facts.platform()
  const known = plainWord(storeCode ?? String(storeId))
  if (platform === null) {
    return facts.targetName === 'live' ? `Run ${INSTALL_ON_LIVE}` : `\`app install --store ${known}\``
  }
  const [apps, stores] = await Promise.all([platform.control.apps(), platform.control.stores()])
  const isRegistered = apps.some(({ app_key: key }) => key === appKey)
  if (!isRegistered) return isDevHere(facts) ? DEV_AGAIN : 'Run `app dev`. It registers and installs the app again.'
  const store = stores.find(({ id }) => id === storeId)
  if (store === undefined) {
    const region = regions.find(({ id }) => id === regionId)
    const flag = region === undefined ? '' : ` --region ${plainWord(region.code)}`
    return `Delete the record with \`app token delete --store ${known}${flag} --yes\``
  }
  const region = store.regions.find(({ id, isDefault }) => id === regionId && !isDefault)
  const flag = region === undefined ? '' : ` --region ${plainWord(region.code)}`
  return `\`app install --store ${plainWord(store.code)}${flag}\``
}
