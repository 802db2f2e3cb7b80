import type { DatabaseSync } from 'node:sqlite'

import { transaction } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import { watchRegistry, watchStore } from '../checkpoints/watch.ts'
import { openClock, type Clock } from '../context/clock.ts'
import { openSettings, type OpenSettings } from '../context/settings.ts'
import { registrySchema } from '../db/registry-schema.ts'
import { openPart, rejectLostRegistry } from '../files/damage.ts'
import { registryFile } from '../files/state-files.ts'
import { finishLoad } from '../snapshots/load-snapshot.ts'
import type { Recorder } from '../undo/recorder.ts'
import { openStoreDatabases, type StoreDatabases } from './store-databases.ts'

/** The open databases, and values that are read from them once. */
export interface State {
  readonly registry: DatabaseSync
  readonly clock: Clock
  readonly settings: OpenSettings
  readonly stores: StoreDatabases
}

export interface StateTools {
  /** The emulator's folder, or ':memory:'. */
  readonly dir: string
  readonly now: () => Date
  readonly recorder: Recorder
}

/** Opens the databases, after completing an interrupted load. Raises `storage.*`. */
export function openState({ dir, now, recorder }: StateTools): State {
  finishLoad(dir)
  rejectLostRegistry(dir)
  const registry = openPart(dir, dir === ':memory:' ? dir : registryFile(dir), registrySchema)
  watchRegistry(registry)
  return {
    registry,
    clock: openClock({ registry, now }),
    settings: openSettings(registry),
    stores: openStoreDatabases({ dir, registry, recorder }),
  }
}

/** Rereads cached values and restarts watching, after the databases were restored. */
export function readAgain(state: State, now: () => Date): State {
  const { registry, stores } = state
  watchRegistry(registry)
  for (const [storeId, db] of stores.open) watchStore(db, storeId)
  return { ...state, clock: openClock({ registry, now }), settings: openSettings(registry) }
}

export function closeState({ stores, registry }: State): void {
  stores.closeAll()
  registry.close()
}

/** Children before parents, because foreign keys are on. */
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

/** Deletes everything. The emulator keeps its id, and its clock returns to the machine's time. */
export function eraseState({ registry, stores, clock, settings }: State): void {
  transaction(registry, () => {
    for (const table of tables) prepared(registry, `DELETE FROM ${table}`).run()
    prepared(registry, "DELETE FROM meta WHERE key <> 'id'").run()
  })
  // After the rows, because a store in the registry whose file is missing counts as damage.
  stores.removeAll()
  clock.reset()
  settings.reset()
}
