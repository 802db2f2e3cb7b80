import type { Context } from '../../context.ts'
import { createControlClient } from '../../control/control-client.ts'
import { readRunFile } from '../../control/run-file.ts'
import { AppError } from '../../errors.ts'

/** Whether the running emulator has the app and this store; null where it does not answer. */
export async function isRegisteredStill(
  { paths, send }: Pick<Context, 'paths' | 'send'>,
  appKey: string,
  storeCode: string,
): Promise<boolean | null> {
  const run = readRunFile(paths)
  if (run === null) return null
  const control = createControlClient({ send, url: run.urls.portal, token: run.controlToken })
  try {
    const [apps, stores] = await Promise.all([control.apps(), control.stores()])
    return stores.some(({ code }) => code === storeCode) && apps.some(({ app_key: key }) => key === appKey)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
