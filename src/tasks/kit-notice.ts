import type { Context } from '../context.ts'
import { kitVersion } from '../scaffold/kit-version.ts'

/** A line for an app whose kit is not the one of this svcapp. Null otherwise. */
export function kitNotice({ packageRoot, env }: Context, dir: string): string | null {
  const trouble = kitVersion({ dir, packageRoot, env })?.trouble
  return trouble ? `${trouble.what} Run: ${trouble.remedy}` : null
}
