import type { Target } from '../../project/targets.ts'
import type { TunnelChoice } from '../../tunnel/tunnel.ts'

export interface LiveRun {
  readonly target: Target
  /** How the platform reaches this machine. */
  readonly tunnel: TunnelChoice
  /** Whether the app is published. Undefined if not specified, because the platform does not show it. */
  readonly published: boolean | undefined
}
