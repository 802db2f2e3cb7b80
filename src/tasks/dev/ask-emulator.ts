import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { runningControl } from '../../control/running-control.ts'
import { AppError } from '../../errors.ts'

/** Returns the running emulator's response, or null if none runs or responds. */
export async function askEmulator<T>(
  context: Pick<Context, 'paths' | 'send'>,
  ask: (control: ControlClient) => Promise<T>,
): Promise<T | null> {
  const control = runningControl(context)
  try {
    return control && (await ask(control))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
