import type { GitTools } from './git.ts'

export interface UpgradeTools extends GitTools {
  /** Where `templates/` is. */
  readonly packageRoot: string
}

/**
 * `updated`: the owner had it as the template did. `merged`: the owner's changes and the template's are both in it. `kept-deleted`: the template changed it, and the
 * owner had deleted it. `conflict`: somebody has to choose.
 */
export type ChangeKind = 'added' | 'updated' | 'merged' | 'removed' | 'kept-deleted' | 'conflict'

export interface FileChange {
  readonly path: string
  readonly kind: ChangeKind
  /** Description of the conflict, or null for any other kind. */
  readonly conflict: string | null
}

export interface UpgradePlan {
  readonly template: string
  /** The version that made the app; null for one from before apps were marked. */
  readonly from: string | null
  readonly to: string
  /** Whether the app was made from this very template: there is nothing to do. */
  readonly upToDate: boolean
  readonly changes: readonly FileChange[]
  /** What stands in each file afterwards, in the order in which it is written; null for one that goes. */
  readonly writes: ReadonlyMap<string, Uint8Array | null>
  /** The changes of `changes` as a patch. */
  readonly patch: () => Promise<string>
}
