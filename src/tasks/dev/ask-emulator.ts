import type { Context } from '../../context.ts'
import { createControlClient, type ControlClient } from '../../control/control-client.ts'
import { readRunFile } from '../../control/run-file.ts'
import { AppError } from '../../errors.ts'

/** Returns the running emulator's response, or null if none runs or responds. */
export async function askEmulator<T>(
  { paths, send }: Pick<Context, 'paths' | 'send'>,
  ask: (control: ControlClient) => Promise<T>,
): Promise<T | null> {
  const run = readRunFile(paths)
  if (run === null) return null
  try {
    return await ask(createControlClient({ send, url: run.urls.portal, token: run.controlToken }))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
