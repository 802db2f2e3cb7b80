import { defined } from '../../text/defined.ts'
import type { Candidate, CommandIndex } from './candidates.ts'
import type { ManifestCommand } from './manifest.ts'
import type { FixedKind, ValueKind } from './value-kind.ts'

/** Path within the package. */
export const COMMAND_INDEX = 'dist/completion.txt'

export type ManifestCommands = Readonly<Record<string, ManifestCommand>>

/** What completion knows without reading anything else. */
export interface Index {
  readonly commands: CommandIndex
  /** Returns undefined for values that have to be looked up. */
  readonly valuesOf: (kind: ValueKind) => readonly Candidate[] | undefined
}

/** Builds the index from a checkout's manifest, which has no values. */
export function indexOfManifest(commands: ManifestCommands): Index {
  return { commands: { names: commands, find: (id) => commands[id] }, valuesOf: () => undefined }
}

/** Where `readIndex` finds each command: scripts/generate/manifest.ts writes one line for each. */
const MANIFEST = 'oclif.manifest.json'

/**
 * Returns what the manifest lacks or is slow to give: names and summaries of all commands in the first line, then one
 * line per fixed kind of values (`kind`, a tab, JSON). With it, a press of Tab parses only one line of the manifest.
 */
export function indexText(commands: ManifestCommands, fixed: ReadonlyMap<FixedKind, readonly Candidate[]>): string {
  const names = Object.entries(commands).map(([id, { summary, hidden }]) => [
    id,
    { ...defined({ summary }), ...(hidden === true ? { hidden } : {}) },
  ])
  return [
    JSON.stringify(Object.fromEntries(names)),
    ...[...fixed].map(([kind, values]) => `${kind}\t${JSON.stringify(values)}`),
    '',
  ].join('\n')
}

/** Reads the output of `indexText`, and the manifest if a command is looked up. */
export function readIndex(readFile: (path: string) => Buffer): Index {
  const text = readFile(COMMAND_INDEX)
  // The build wrote each line by its kind.
  const names = JSON.parse(text.toString('utf8', 0, text.indexOf('\n'))) as CommandIndex['names']
  return {
    commands: {
      names,
      find: (id) => lineAfter(`\n${JSON.stringify(id)}:`, readFile(MANIFEST)) as ManifestCommand | undefined,
    },
    valuesOf: (kind) => lineAfter(`\n${kind}\t`, text) as readonly Candidate[] | undefined,
  }
}

function lineAfter(start: string, bytes: Buffer): unknown {
  const at = bytes.indexOf(start)
  if (at === -1) return undefined
  const from = at + Buffer.byteLength(start)
  return JSON.parse(bytes.toString('utf8', from, bytes.indexOf('\n', from)).replace(/,$/, ''))
}
