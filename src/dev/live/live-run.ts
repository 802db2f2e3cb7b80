import type { Target } from '../../project/targets.ts'
import type { TunnelChoice } from '../../tunnel/tunnel.ts'

export interface LiveRun {
  readonly target: Target
  /** How the platform gets here. */
  readonly tunnel: TunnelChoice
  /** Whether the app is published; undefined where that was not said. The platform cannot be asked. */
  readonly published: boolean | undefined
}
