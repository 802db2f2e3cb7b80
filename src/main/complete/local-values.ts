import { basename, dirname, join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { Context } from '../../context.ts'
import type { StatePaths } from '../../project/paths.ts'
import { keyIn } from '../../project/toml/key-in.ts'
import type { Candidate, CommandLine } from './candidates.ts'
import { fixedValues } from './fixed-values.ts'
import type { ValueKind } from './value-kind.ts'

/** Maximum number of deliveries in a list of candidates. */
const MOST_DELIVERIES = 40

/**
 * Returns the values of a kind from files of this machine, without network access or writes. An unreadable file counts as empty.
 */
export async function localValues(kind: ValueKind, line: CommandLine, tools: Tools): Promise<readonly Candidate[]> {
  try {
    const registration = valueOf('config', line.done) ?? tools.paths.registration
    const paths = await onPlatform(kind, line, { ...tools, paths: { ...tools.paths, registration } })
    return await read[kind](line, { ...tools, paths })
  } catch {
    return []
  }
}

type Tools = Pick<Context, 'paths' | 'cwd' | 'env'>

/** Returns the paths of the platform that the command in the line would use. The other kinds are the same on all platforms. */
async function onPlatform(kind: ValueKind, { done }: CommandLine, { paths, cwd, env }: Tools): Promise<StatePaths> {
  const isOfPlatform = kind === 'delivery' || kind === 'snapshot' || kind === 'store'
  // Measured: loading the module doubles the time of an answer, so users with only the default platform do not wait for it.
  if (!isOfPlatform || !process.getBuiltinModule('node:fs').existsSync(join(paths.home, 'platforms'))) return paths
  const { choosePlatform } = await import('../../project/platforms/choose-platform.ts')
  return choosePlatform(paths, { flag: valueOf('platform', done) ?? undefined, env, cwd })
}

type Read = (line: CommandLine, tools: Tools) => Promise<readonly Candidate[]>

const read: Readonly<Record<ValueKind, Read>> = {
  ...fixedValues,
  app: async (_, tools) => {
    const own = appKeyHere(tools)
    const rows = query(tools.paths.stateDb, 'SELECT DISTINCT app_key FROM installs')
    return unique([
      ...(own === null ? [] : [{ value: own }]),
      ...rows.map((row) => ({ value: String(row['app_key']) })),
    ])
  },
  'at-file': async ({ current }, { cwd }) => filesAfterAt(current, cwd),
  config: async (_, { cwd }) => {
    const file = projectFileAt(cwd)
    if (file === null) return []
    const { folderRegistrations } = await import('../../project/toml/registration-files.ts')
    return folderRegistrations(dirname(file)).flatMap(({ config: value, key }) =>
      value === null ? [] : [{ value, ...(key !== null && { about: key }) }],
    )
  },
  delivery: async (_, tools) => {
    const own = appKeyHere(tools)
    const rows = query(
      tools.paths.journalDb,
      `SELECT id, topic, app_key FROM deliveries ORDER BY id DESC LIMIT ${MOST_DELIVERIES}`,
    )
    return rows
      .filter((row) => own === null || row['app_key'] === own)
      .map((row) => ({ value: String(row['id']), about: String(row['topic']) }))
  },
  platform: async (_, { paths }) => {
    const { platformNames } = await import('../../project/platforms/choose-platform.ts')
    return platformNames(paths).map((value) => ({ value }))
  },
  // The default platform is never removed.
  'removable-platform': async (line, tools) => (await read.platform(line, tools)).slice(1),
  region: async (line, tools) => regions(line, tools),
  'region-or-all': async (line, tools) => [
    ...regions(line, tools),
    { value: 'all', about: 'every region, one request per region' },
  ],
  snapshot: async (_, { paths }) => {
    const { readdirSync } = process.getBuiltinModule('node:fs')
    const names = readdirSync(join(paths.emulatorDir, 'snapshots')).filter((name) => !name.startsWith('.'))
    return names.map((value) => ({ value }))
  },
  store: async (_, tools) => {
    const here = query(join(tools.paths.emulatorDir, 'registry.db'), 'SELECT code, name FROM stores ORDER BY id')
    const installed = installs(tools).map((row) => ({ value: row['store_code'], about: row['store_name'] }))
    const all = [...here.map((row) => ({ value: row['code'], about: row['name'] })), ...installed]
    return unique(
      all.flatMap(({ value, about }) => (typeof value === 'string' ? [{ value, about: String(about) }] : [])),
    )
  },
}

/** Returns the regions of the store in the line, otherwise of all installs of this folder's app. */
function regions({ done }: CommandLine, tools: Pick<Context, 'paths' | 'cwd'>): Candidate[] {
  const store = valueOf('store', done)
  const rows = installs(tools).filter((row) => store === null || row['store_code'] === store)
  return unique(
    rows.flatMap((row) => {
      const list = JSON.parse(String(row['regions'])) as readonly { readonly code: string; readonly currency: string }[]
      return list.map(({ code, currency }) => ({ value: code, about: currency }))
    }),
  )
}

function valueOf(flag: string, words: readonly string[]): string | null {
  const at = words.lastIndexOf(`--${flag}`)
  const joined = words.find((word) => word.startsWith(`--${flag}=`))
  return (at === -1 ? joined?.slice(flag.length + 3) : words[at + 1]) ?? null
}

function installs(tools: Pick<Context, 'paths' | 'cwd'>): Row[] {
  const own = appKeyHere(tools)
  const rows = query(tools.paths.stateDb, 'SELECT app_key, store_code, store_name, regions FROM installs')
  return rows.filter((row) => own === null || row['app_key'] === own)
}

type Row = Record<string, unknown>

/** Returns rows of a database that may be missing. Opened read-only, so that completion never creates or changes a state file. */
function query(path: string, sql: string): Row[] {
  if (!process.getBuiltinModule('node:fs').existsSync(path)) return []
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite')
  const db: DatabaseSync = new Database(path, { readOnly: true, timeout: 20 })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

/** Returns the key of the selected registration, in this folder or its parents. Not imported: the file names are in a chunk that loads oclif. */
function appKeyHere({ cwd, paths: { registration } }: Pick<Context, 'paths' | 'cwd'>): string | null {
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
  const base = projectFileAt(cwd)
  if (base === null) return null
  const file = registration === null ? base : join(dirname(base), `app.${basename(registration)}.toml`)
  return statSync(file).isFile() ? keyIn(readFileSync(file, 'utf8')) : null
}

function projectFileAt(cwd: string): string | null {
  const { existsSync } = process.getBuiltinModule('node:fs')
  for (let dir = cwd; ; dir = dirname(dir)) {
    const file = join(dir, 'app.toml')
    if (existsSync(file)) return file
    if (dirname(dir) === dir) return null
  }
}

/** Completes files after an `@`, which shells do not. */
function filesAfterAt(current: string, cwd: string): Candidate[] {
  const { readdirSync } = process.getBuiltinModule('node:fs')
  const typed = current.replace(/^@/, '')
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1)
  return readdirSync(resolve(cwd, folder || '.'), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') || typed.slice(folder.length).startsWith('.'))
    .map((entry) => ({ value: `@${folder}${entry.name}${entry.isDirectory() ? '/' : ''}` }))
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.value, candidate])).values()]
}
