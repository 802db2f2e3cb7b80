import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { EmulatorUrls } from '../../control/contract.ts'
import type { Snapshot } from '../../control/snapshot.ts'
import { openDatabase } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import { registrySchema } from '../db/registry-schema.ts'
import { watchRegistry } from '../explorer/changes/watch.ts'
import { commitLoad, finishLoad, stageSnapshot } from '../snapshots/load-snapshot.ts'
import { existingSnapshot, readSnapshot } from '../snapshots/snapshot-folder.ts'
import type { World } from '../world.ts'
import { openClock, type Clock } from './clock.ts'
import { keepRows, type KeptRows } from './kept-rows.ts'
import { writeLog } from './log.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { Notice } from './notice.ts'
import { createSealing, sealingKey } from './sealing.ts'
import { openSettings, type OpenSettings } from './settings.ts'
import { openStoreDatabases, type StoreDatabases } from './store-databases.ts'

export interface WorldOptions {
  /** The emulator's folder, or ':memory:'. */
  readonly dir: string
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  readonly urls: () => EmulatorUrls
  readonly onNotice?: (notice: Notice) => void
}

export interface OpenWorld {
  readonly world: World
  /** Called when events were committed; by the queue, once it exists. */
  readonly onWake: (wake: () => void) => void
  /** Apps, stores, installs, queue: all gone. The emulator stays the same one (its id), and its clock goes back to the machine's. */
  readonly reset: () => void
  /**
   * Takes a snapshot's state for the present one. Nothing may be under way in the databases: they are closed and opened again. `kill -9` leaves the old
   * state or the new one. Raises `emulator.unknown-snapshot` and `storage.*`, with the old state as it was.
   */
  readonly load: (name: string) => Snapshot
  /** Remembers the present state. Nothing may be under way in the databases, here and in `rewind`. */
  readonly mark: () => void
  /** Makes the state what it was at the mark, the clock too. */
  readonly rewind: () => void
  readonly close: () => void
}

/** Opens the databases and all that the parts of the emulator share, after ending a load that was broken off. Raises `storage.*`. */
export function openWorld({ dir, now, randomBytes, urls, onNotice }: WorldOptions): OpenWorld {
  let state = openState(dir, now)
  let marked: KeptRows | null = null
  const sealing = createSealing(sealingKey(dir, randomBytes), randomBytes)
  let wake: (() => void) | null = null
  const world: World = {
    id: identity(state.registry, randomBytes),
    get registry() {
      return state.registry
    },
    storeDb: (storeId) => state.stores.of(storeId),
    now: () => state.clock.now(),
    randomBytes,
    urls,
    settings: () => state.settings.read(),
    changeSettings: (change) => state.settings.change(change),
    resetSettings: (name) => state.settings.restore(name),
    advanceClock: (ms) => state.clock.advance(ms),
    clockOffsetMs: () => state.clock.offsetMs(),
    log: (entry) => {
      const at = state.clock.now()
      writeLog(state.registry, { ...entry, at })
      onNotice?.({ kind: 'log', entry: { ...entry, at: at.toISOString() } })
    },
    seal: sealing.seal,
    unseal: sealing.unseal,
    wakeQueue: () => wake?.(),
    tell: (notice) => onNotice?.(notice),
  }
  return {
    world,
    onWake: (listener) => void (wake = listener),
    reset: () => {
      eraseAll(state.registry, state.stores)
      state.clock.reset()
      state.settings.reset()
    },
    load: (name) => {
      const staged = stageSnapshot(dir, name)
      closeState(state)
      try {
        commitLoad(dir, staged)
      } finally {
        state = openState(dir, now)
      }
      return readSnapshot(existingSnapshot(dir, name), name)
    },
    mark: () => {
      marked?.forget()
      marked = keepRows(state.registry)
      state.stores.mark()
    },
    rewind: () => {
      marked?.restore()
      watchRegistry(state.registry)
      state.stores.rewind()
      state = { ...state, clock: openClock({ registry: state.registry, now }), settings: openSettings(state.registry) }
    },
    close: () => closeState(state),
  }
}

/** What is in the databases, and what is read from them once. */
interface State {
  readonly registry: DatabaseSync
  readonly clock: Clock
  readonly settings: OpenSettings
  readonly stores: StoreDatabases
}

function openState(dir: string, now: () => Date): State {
  finishLoad(dir)
  const registry = openDatabase({
    path: dir === ':memory:' ? dir : join(dir, 'registry.db'),
    ...registrySchema,
  })
  watchRegistry(registry)
  return {
    registry,
    clock: openClock({ registry, now }),
    settings: openSettings(registry),
    stores: openStoreDatabases({ dir, registry }),
  }
}

function closeState({ stores, registry }: State): void {
  stores.closeAll()
  registry.close()
}

function identity(registry: DatabaseSync, randomBytes: (size: number) => Buffer): string {
  const known = readMeta(registry, 'id')
  if (known !== null) return known
  const id = randomBytes(8).toString('hex')
  writeMeta(registry, 'id', id)
  return id
}

/** Children before parents: foreign keys are on. */
const tables = [
  'checkpoints',
  'checkpoint_rows',
  'deliveries',
  'subscriptions',
  'installs',
  'tokens',
  'codes',
  'plans',
  'one_time_values',
  'sessions',
  'managers',
  'regions',
  'stores',
  'providers',
  'apps',
  'faults',
  'log',
]

function eraseAll(registry: DatabaseSync, stores: StoreDatabases): void {
  stores.removeAll()
  for (const table of tables) prepared(registry, `DELETE FROM ${table}`).run()
  prepared(registry, "DELETE FROM meta WHERE key <> 'id'").run()
}
