import type { Snapshot } from '../../control/snapshot.ts'
import { table } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { counted, noRows, orDash, sentence } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats the snapshots, newest first. */
export const snapshotTable: View<readonly Snapshot[]> = (snapshots, looks) => {
  if (snapshots.length === 0) return noRows('snapshots')
  return table(
    snapshots,
    [
      { header: 'NAME', rank: 9, cell: ({ name }) => name },
      { header: 'SAVED', kind: 'time', rank: 8, cell: ({ savedAt }) => savedAt },
      { header: 'APPS', rank: 5, cell: ({ apps }) => String(apps), kind: 'number' },
      { header: 'STORES', rank: 6, cell: ({ stores }) => String(stores), kind: 'number' },
      { header: 'VERSION', rank: 4, cell: ({ version }) => orDash(version) },
      { header: 'BYTES', rank: 7, cell: ({ bytes }) => String(bytes), kind: 'number' },
    ],
    looks,
  )
}

/** Returns a short summary of a snapshot's contents. */
export function snapshotWords({ name, apps, stores }: Snapshot): string {
  return `${name}: ${apps} ${apps === 1 ? 'app' : 'apps'}, ${stores} ${stores === 1 ? 'store' : 'stores'}`
}

export interface ExportedFacts {
  readonly name: string
  readonly file: string
  readonly bytes: number
}

/** Formats the file path and the data missing from the file. */
export const exportedWords: View<ExportedFacts> = ({ name, file, bytes }, looks) =>
  [
    `Exported ${name} to ${escapeCell(file)} (${bytes} bytes).`,
    'The file contains no secrets, tokens or passwords. An import creates new secrets and passwords.',
  ]
    .map((line) => sentence(line, looks))
    .join('\n')

/** Additional facts about an import. */
export interface ImportedFacts {
  /** svcapp version that wrote the file, or null if not recorded. */
  readonly from: string | null
  /** Commands that make the app work again, in order. */
  readonly next: readonly string[]
  readonly omitted: {
    readonly apps: readonly string[]
    readonly stores: readonly string[]
    readonly installs: number
    readonly deliveries: number
  }
}

/** Formats what was imported, how to switch to it, and what to do afterwards. */
export const importedWords: View<Snapshot & ImportedFacts> = ({ omitted, ...snapshot }, looks) => {
  const { apps, stores, installs, deliveries } = omitted
  const again = [
    ...apps.map(
      (key) =>
        `Run \`app dev\`, \`app register\` or \`app install\` to store the new secrets of ${escapeCell(key)}, or run \`app secret rotate\` in the app's project.`,
    ),
    ...(apps.length === 0
      ? []
      : ['Run `app dev` or `app register` to set your webhook URLs. Until then, they point to the other machine.']),
    ...(installs === 0 ? [] : [`Run \`app install\` for ${counted(installs, 'install')} without a token.`]),
    ...(stores.length === 0 ? [] : ['Managers have new random passwords. `app store admin` signs you in without one.']),
    ...(deliveries === 0
      ? []
      : [
          `${deliveries === 1 ? '1 delivery was not sent and is now a dead letter' : `${deliveries} deliveries were not sent and are now dead letters`}. To list them: app emulator deliveries`,
        ]),
  ]
  const lines = [
    `Imported ${snapshotWords(snapshot)}. The current state is unchanged. To switch: app emulator snapshot load ${snapshot.name}`,
    ...(again.length === 0 ? [] : ['After the load:', ...again.map((line) => `- ${line}`)]),
  ]
  return lines.map((line) => sentence(line, looks)).join('\n')
}
