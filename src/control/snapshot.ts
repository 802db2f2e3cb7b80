/**
 * Snapshots of the whole state, as the control interface has them:
 *
 *   GET    /snapshots                                {snapshots: Snapshot[]}
 *   POST   /snapshots             {name}             {snapshot: Snapshot}
 *   POST   /snapshots/{name}/load                    {snapshot: Snapshot}
 *   DELETE /snapshots/{name}                         {}
 */
export interface Snapshot {
  readonly name: string
  /** ISO-8601 UTC on the machine's clock. */
  readonly savedAt: string
  readonly apps: number
  readonly stores: number
  readonly bytes: number
}
