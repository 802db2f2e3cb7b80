import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { removeDatabase } from '../../storage/database.ts'
import { commitLoad, finishLoad } from '../snapshots/load-snapshot.ts'
import { createFileKeep, historyFolder, removeFileKeep } from './file-keep.ts'
import { isUsable, markedEmulator, writeMark } from './history-mark.ts'
import { createHistory, type History } from './history.ts'
import { hasFiles, removeKept } from './kept-files.ts'
import { createMemoryKeep } from './memory-keep.ts'
import type { ChangedRows, KeptStep, StepEntry, StepKeep } from './step.ts'

export interface Recovery {
  readonly emulator: string
  readonly undo: (step: ChangedRows) => void
  /** Returns whether the registry has a store with this code. */
  readonly isStore: (code: string) => boolean
}

/** History of an emulator. A history in files outlives the process. */
export interface OpenHistory {
  readonly history: History
  /** Reverts what `kill -9` interrupted, once the databases are open, and returns the operations. Raises `storage.*`. */
  readonly recover: (recovery: Recovery) => readonly KeptStep[]
  /** Called before an operation creates a store's database. */
  readonly creating: (file: string) => void
  /** Called when an operation has ended. */
  readonly ended: () => void
  readonly close: (emulator: string) => void
}

/** Opens the history before the databases are opened. Restores a whole state whose replacement was interrupted. Raises `storage.*`. */
export function openHistory(dir: string, now: () => Date): OpenHistory {
  return dir === ':memory:' ? inMemory() : inFiles(dir, now)
}

function inMemory(): OpenHistory {
  const history = createHistory(createMemoryKeep())
  return { history, recover: () => [], creating: () => {}, ended: () => {}, close: () => history.clear() }
}

function inFiles(dir: string, now: () => Date): OpenHistory {
  const folder = historyFolder(dir)
  const stores = halfMadeStores(dir)
  if (existsSync(folder) && !isUsable(folder, now())) removeFileKeep(dir)
  const emulator = markedEmulator(folder)
  const keep = createFileKeep(dir)
  const history = createHistory({ ...keep, found: withTheirFolders(dir, keep) })
  const broken = history.broken()
  for (const { step, ended } of broken) {
    if (step.how.kind !== 'folder') continue
    if (hasFiles(dir, step.how.staged)) commitLoad(dir, step.how.staged)
    finishLoad(dir)
    ended()
  }
  const mark = (id: string, isClosed: boolean) => {
    try {
      writeMark(folder, { emulator: id, isClosed, now: now() })
    } catch {
      // With a full disk, the next start has no history.
    }
  }
  return {
    history,
    recover: ({ emulator: id, undo, isStore }) => {
      if (emulator !== null && emulator !== id) history.clear()
      for (const { step, ended } of broken) {
        if (step.how.kind !== 'rows') continue
        undo(step.how)
        ended()
      }
      stores.removeUnknown(isStore)
      mark(id, false)
      return broken.map(({ step }) => step)
    },
    creating: stores.note,
    ended: stores.clear,
    close: (id) => {
      history.close()
      mark(id, true)
    },
  }
}

/** Returns the operations above the last one whose whole state is missing. Also removes folders that belong to no operation. */
function withTheirFolders(dir: string, keep: StepKeep): StepKeep['found'] {
  const staged = new Set<string>()
  const isThere = (entry: StepEntry) => {
    if (entry.kind !== 'folder') return true
    const name = keep.stagedIn(entry)
    if (name === null || !hasFiles(dir, name)) return entry.phase !== 'done'
    staged.add(name)
    return true
  }
  const gone = keep.found.findLastIndex((entry) => !isThere(entry))
  for (const entry of keep.found.slice(0, gone + 1)) keep.drop(entry)
  removeKept(dir, staged)
  return keep.found.slice(gone + 1)
}

/** Name prefix of a file that marks a store's database as being created. */
const CREATING = 'creating-'

/** Tracks store databases that an operation is creating. A start removes those that the registry does not list. */
function halfMadeStores(dir: string) {
  const folder = historyFolder(dir)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(CREATING)) : []
  const noted = new Set(names.map((name) => name.slice(CREATING.length)))
  const clear = () => {
    for (const file of noted) rmSync(join(folder, CREATING + file), { force: true })
    noted.clear()
  }
  return {
    note: (file: string) => {
      noted.add(file)
      try {
        writeFileSync(join(folder, CREATING + file), '', { mode: 0o600 })
      } catch {
        // The database can be created even if the marker cannot be written.
      }
    },
    clear,
    removeUnknown: (isStore: (code: string) => boolean) => {
      for (const file of noted) if (!isStore(file.replace(/\.db$/, ''))) removeDatabase(join(dir, 'stores', file))
      clear()
    },
  }
}
