/**
 * `updated`: the owner had it as in the template. `merged`: it contains the owner's and the template's changes.
 * `kept-deleted`: the template changed it, but the owner had deleted it. `conflict`: the owner has to choose.
 */
export type ChangeKind = 'added' | 'updated' | 'merged' | 'removed' | 'kept-deleted' | 'conflict'

export interface FileChange {
  readonly path: string
  readonly kind: ChangeKind
  /** Description of the conflict, or null for any other kind. */
  readonly conflict: string | null
}

export interface UpgradePlan {
  /** Null for an app on the kit that was not created from a template. */
  readonly template: string | null
  /** svcapp version that created the app, or null if not recorded. */
  readonly from: string | null
  readonly to: string
  /** True if the app already matches this template. */
  readonly upToDate: boolean
  readonly changes: readonly FileChange[]
  /** New content of each file in write order, or null for a file to delete. */
  readonly writes: ReadonlyMap<string, Uint8Array | null>
  /** Returns the changes of `changes` as a patch. */
  readonly patch: () => Promise<string>
}
