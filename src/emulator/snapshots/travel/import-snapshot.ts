import { randomBytes as randomSuffix } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import type { Snapshot } from '../../../control/snapshot.ts'
import { AppError } from '../../../errors.ts'
import { ensureFolder, unwritable, writeFileAtomic } from '../../../storage/files.ts'
import { plainWord } from '../../../text/shell.ts'
import { registrySchema } from '../../db/registry-schema.ts'
import { storeSchema } from '../../db/store-schema.ts'
import { FACTS, snapshotFolder, snapshotsFolder } from '../../files/snapshot-folder.ts'
import { requireReadable, schemaVersions } from '../schema-versions.ts'
import { settleRegistry, settleStore } from './check-travelled.ts'
import { leftBehind, type LeftBehind } from './left-behind.ts'
import type { TravelHeader } from './lines.ts'
import { createNewSecrets } from './new-secrets.ts'
import { readHeader, readTableLine } from './read-header.ts'
import { readLines } from './read-lines.ts'
import { createTravelled, type TravelledDatabase } from './travelled-database.ts'
import { unreadable } from './unreadable.ts'

export interface ImportTools {
  /** The emulator's folder. */
  readonly dir: string
  readonly randomBytes: (size: number) => Buffer
  readonly now: () => Date
  /** Version of this tool. */
  readonly version: string
}

export interface ImportedSnapshot {
  readonly snapshot: Snapshot
  /** Version of this tool that wrote the snapshot; null if not recorded. */
  readonly from: string | null
  /** Data that was not exported and must be created again. */
  readonly left: LeftBehind
}

/** Name prefix of a folder in which an imported snapshot is being created. */
const IMPORTING = '.importing-'

/**
 * Creates a snapshot from an exported file, under its name or a new one. The file is untrusted: only values for our
 * tables are read. Imports all or nothing. Raises `usage.invalid` for a missing file, `emulator.snapshot-unreadable`,
 * `storage.newer` for a file of a later release, `emulator.conflict` if the name is in use, and `storage.*`.
 */
export async function importSnapshot(tools: ImportTools, from: string, newName?: string): Promise<ImportedSnapshot> {
  const file = resolve(from)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new AppError('usage.invalid', `The file ${file} does not exist.`)
  const temporary = join(snapshotsFolder(tools.dir), `${IMPORTING}${randomSuffix(6).toString('hex')}`)
  removeAbandoned(snapshotsFolder(tools.dir), tools.now())
  const filling = createFilling({ tools, file, temporary, newName })
  try {
    await readLines(file, filling.take)
    const { header, name, left } = filling.finish()
    const facts: Omit<Snapshot, 'name'> = {
      savedAt: header.savedAt,
      apps: left.apps.length,
      stores: header.stores.length,
      bytes: filling.files().reduce((sum, path) => sum + statSync(path).size, 0),
      version: tools.version,
      schema: schemaVersions,
    }
    writeFileAtomic({ path: join(temporary, FACTS), content: `${JSON.stringify(facts)}\n` })
    renameSync(temporary, snapshotFolder(tools.dir, name))
    return { snapshot: { name, ...facts }, from: header.version, left }
  } catch (error) {
    filling.abandon()
    rmSync(temporary, { recursive: true, force: true })
    throw unwritable(temporary, error)
  }
}

/** An import takes minutes at most. Older files are from a killed one. */
const ABANDONED_MS = 24 * 3_600_000

function removeAbandoned(folder: string, now: Date): void {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(IMPORTING)) : []
  for (const path of names.map((name) => join(folder, name)))
    if (now.getTime() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true })
}

interface FillingTools {
  readonly tools: ImportTools
  readonly file: string
  readonly temporary: string
  readonly newName: string | undefined
}

interface Filled {
  readonly header: TravelHeader
  readonly name: string
  readonly left: LeftBehind
}

/** Accepts the lines of a file: the header, then the registry, then each store. */
function createFilling({ tools, file, temporary, newName }: FillingTools) {
  const refuse = (why: string): never => {
    throw unreadable(file, why)
  }
  let header: TravelHeader | null = null
  let name = ''
  let isTaken = false
  let newSecret = noSecret
  let left: LeftBehind | null = null
  /** The database being filled, and the index of the next one in the header (0 is the registry). */
  let open: TravelledDatabase | null = null
  let next = 0
  const begin = (lines: unknown) => {
    header = readHeader(lines, refuse)
    name = newName ?? header.name
    requireReadable({ ...header, name })
    isTaken = existsSync(snapshotFolder(tools.dir, name))
    ensureFolder(snapshotsFolder(tools.dir))
    ensureFolder(temporary)
    ensureFolder(join(temporary, 'stores'))
    newSecret = createNewSecrets(tools.dir, tools.randomBytes)
    return header
  }
  const placeOf = (at: number) => (at === 0 ? null : (header?.stores[at - 1] ?? ''))
  const pathOf = (at: number) =>
    at === 0 ? join(temporary, 'registry.db') : join(temporary, 'stores', `${String(placeOf(at))}.db`)
  const openNext = ({ schema }: TravelHeader) => {
    const common = { path: pathOf(next), newSecret, refuse }
    next += 1
    return next === 1
      ? createTravelled({ ...common, home: 'registry', schema: registrySchema, version: schema.registry })
      : createTravelled({ ...common, home: 'store', schema: storeSchema, version: schema.store })
  }
  const settle = (db: DatabaseSync) => {
    if (next > 1) {
      settleStore(db, refuse)
      return
    }
    left = leftBehind(db)
    settleRegistry(db, header?.stores ?? [], refuse)
  }
  const close = () => {
    open?.finish(settle)
    open = null
  }
  return {
    take: (line: unknown) => {
      if (header === null) {
        open = openNext(begin(line))
        return
      }
      if (Array.isArray(line)) {
        open?.addRow(line)
        return
      }
      const { store, table, columns } = readTableLine(line, refuse)
      if (store !== placeOf(next - 1)) {
        close()
        if (store === null || store !== placeOf(next)) refuse('its databases are out of order')
        open = openNext(header)
      }
      open?.useTable(table, columns)
    },
    finish: (): Filled => {
      close()
      if (header === null || left === null) return refuse('it is empty')
      if (next !== header.stores.length + 1) refuse('one of its stores is missing')
      // Checked last, because another name does not fix a damaged file.
      if (isTaken) throw taken(name, file)
      return { header, name, left }
    },
    files: () => Array.from({ length: next }, (_, at) => pathOf(at)),
    abandon: () => open?.abandon(),
  }
}

/** Before the header is read there is no row. */
function noSecret(_table: string, _column: string): SQLInputValue {
  return null
}

function taken(name: string, file: string): AppError {
  return new AppError('emulator.conflict', `The snapshot ${name} already exists.`, {
    suggestions: [`app emulator snapshot import ${plainWord(file)} --name another`],
  })
}
