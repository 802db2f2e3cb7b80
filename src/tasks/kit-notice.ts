import type { Context } from '../context.ts'
import { kitVersion } from '../scaffold/kit-version.ts'

/** Returns a notice if the app's kit is not from this version of svcapp, else null. */
export function kitNotice({ packageRoot, env }: Context, dir: string): string | null {
  const trouble = kitVersion({ dir, packageRoot, env })?.trouble
  return trouble ? `${trouble.what} Run: ${trouble.remedy}` : null
}
