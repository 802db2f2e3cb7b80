import type { Snapshot } from '../../control/snapshot.ts'
import { table } from '../../terminal/table.ts'
import { noRows } from '../cells.ts'
import type { View } from '../view.ts'

/** The snapshots, the newest first. */
export const snapshotTable: View<readonly Snapshot[]> = (snapshots, looks) => {
  if (snapshots.length === 0) return noRows('snapshots')
  return table(
    snapshots,
    [
      { header: 'NAME', rank: 9, cell: ({ name }) => name },
      { header: 'SAVED', kind: 'time', rank: 8, cell: ({ savedAt }) => savedAt },
      { header: 'APPS', rank: 5, cell: ({ apps }) => String(apps), kind: 'number' },
      { header: 'STORES', rank: 6, cell: ({ stores }) => String(stores), kind: 'number' },
      { header: 'BYTES', rank: 7, cell: ({ bytes }) => String(bytes), kind: 'number' },
    ],
    looks,
  )
}

/** What is in a snapshot, in a few words. */
export function snapshotWords({ name, apps, stores }: Snapshot): string {
  return `${name}: ${apps} ${apps === 1 ? 'app' : 'apps'}, ${stores} ${stores === 1 ? 'store' : 'stores'}`
}
