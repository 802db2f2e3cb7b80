import type { Context } from '../../context.ts'
import { askEmulator } from './ask-emulator.ts'

/** Returns whether the running emulator has the app and this store, or null if it does not respond. */
export async function isRegisteredStill(
  context: Pick<Context, 'paths' | 'send'>,
  appKey: string,
  storeCode: string,
): Promise<boolean | null> {
  return askEmulator(context, async (control) => {
    const [apps, stores] = await Promise.all([control.apps(), control.stores()])
    return stores.some(({ code }) => code === storeCode) && apps.some(({ app_key: key }) => key === appKey)
  })
}
