import type { Snapshot } from '../control/snapshot.ts'
import { table } from '../terminal/table.ts'
import { noRows } from './cells.ts'
import type { View } from './view.ts'

/** The snapshots, the newest first. */
export const snapshotTable: View<readonly Snapshot[]> = (snapshots, { width, style }) => {
  if (snapshots.length === 0) return noRows('snapshots')
  return table(
    snapshots,
    [
      { header: 'NAME', cell: ({ name }) => name },
      { header: 'SAVED', cell: ({ savedAt }) => savedAt },
      { header: 'APPS', cell: ({ apps }) => String(apps), right: true },
      { header: 'STORES', cell: ({ stores }) => String(stores), right: true },
      { header: 'BYTES', cell: ({ bytes }) => String(bytes), right: true },
    ],
    { width, heading: style.dim },
  )
}

/** What is in a snapshot, in a few words. */
export function snapshotWords({ name, apps, stores }: Snapshot): string {
  return `${name}: ${apps} ${apps === 1 ? 'app' : 'apps'}, ${stores} ${stores === 1 ? 'store' : 'stores'}`
}
