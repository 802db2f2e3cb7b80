import type { EmulatorContext } from './context.ts'

/** Returns whether `X-Emulator-Cause` shows the true cause of a rejection: enabled for all requests, or requested with `X-Emulator-Debug: 1`. */
export function showsCause(
  { settings }: Pick<EmulatorContext, 'settings'>,
  { headers }: Pick<Request, 'headers'>,
): boolean {
  return settings().showCause || headers.get('x-emulator-debug') === '1'
}
