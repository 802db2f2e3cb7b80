import type { World } from './world.ts'

/** Whether the true cause of a refusal goes into `X-Emulator-Cause`: it is switched on for all, or asked for with `X-Emulator-Debug: 1`. */
export function showsCause({ settings }: Pick<World, 'settings'>, { headers }: Pick<Request, 'headers'>): boolean {
  return settings().showCause || headers.get('x-emulator-debug') === '1'
}
