import type { ManifestArg, ManifestCommand, ManifestFlag } from './manifest.ts'

/** Values that are the same everywhere. The build stores them. */
export const fixedKinds = ['assumption', 'code', 'scope', 'seed', 'setting', 'template', 'topic'] as const

export type FixedKind = (typeof fixedKinds)[number]

/** Values that are looked up on demand. */
export type ValueKind =
  | FixedKind
  | 'app'
  | 'at-file'
  | 'config'
  | 'delivery'
  | 'platform'
  | 'region'
  | 'region-or-all'
  | 'removable-platform'
  | 'snapshot'
  | 'store'

export function listFlags(command: ManifestCommand): [string, ManifestFlag][] {
  return Object.entries(command.flags).filter(([, { hidden }]) => hidden !== true)
}

interface Value {
  /** Command id. */
  readonly id: string
  /** Name of the flag or argument. */
  readonly name: string
  readonly facts: ManifestArg & Pick<ManifestFlag, 'helpValue'>
}

/** Returns the kind of a flag's or argument's value; null if it is unknown. */
export function valueKind({ id, name, facts }: Value): ValueKind | 'files' | 'folders' | null {
  const own = byCommand.find(([commands, value]) => value === name && commands.test(id))
  if (own !== undefined) return own[2]
  if (name === 'region' && facts.helpValue === '<region|all>') return 'region-or-all'
  return byName[name] ?? byHelpValue(facts.helpValue)
}

const byCommand: readonly (readonly [commands: RegExp, name: string, kind: ValueKind])[] = [
  [/^explain$/, 'code', 'code'],
  [/^emulator:exec$/, 'seed', 'seed'],
  [/^store:/, 'code', 'store'],
  [/^emulator:prune$/, 'name', 'removable-platform'],
  [/^emulator:snapshot:(?:load|delete|export)$/, 'name', 'snapshot'],
  [/^emulator:settings:/, 'name', 'setting'],
  [/^emulator:assumptions$/, 'id', 'assumption'],
  [/^webhook:/, 'id', 'delivery'],
]

const byName: Readonly<Record<string, ValueKind | 'files' | 'folders'>> = {
  app: 'app',
  config: 'config',
  data: 'at-file',
  delivery: 'delivery',
  dir: 'folders',
  file: 'files',
  platform: 'platform',
  region: 'region',
  regions: 'region',
  scope: 'scope',
  scopes: 'scope',
  'optional-scopes': 'scope',
  store: 'store',
  template: 'template',
  topic: 'topic',
  topics: 'topic',
}

function byHelpValue(text = ''): ValueKind | 'files' | 'folders' | null {
  if (text.includes('@file')) return 'at-file'
  if (text === '<file>' || text === '<file>|-') return 'files'
  return text === '<folder>' ? 'folders' : null
}
