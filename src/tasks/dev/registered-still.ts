import type { Context } from '../../context.ts'
import { askEmulator } from './ask-emulator.ts'

/** Whether the running emulator has the app and this store; null where it does not answer. */
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
