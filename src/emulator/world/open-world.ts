import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { EmulatorUrls } from '../../control/contract.ts'
import { openDatabase } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import { registryMigrations } from '../db/registry-schema.ts'
import type { World } from '../world.ts'
import { openClock } from './clock.ts'
import { writeLog } from './log.ts'
import { readMeta, writeMeta } from './meta.ts'
import { createSealing, sealingKey } from './sealing.ts'
import { openSettings } from './settings.ts'
import { openStoreDatabases, type StoreDatabases } from './store-databases.ts'

export interface WorldOptions {
  /** The emulator's folder, or ':memory:'. */
  readonly dir: string
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  readonly urls: () => EmulatorUrls
}

export interface OpenWorld {
  readonly world: World
  /** Who is told when events were committed; the queue, once it exists. */
  readonly onWake: (wake: () => void) => void
  /** Apps, stores, installs, queue: all gone. The emulator stays the same one (its id), and its clock goes back to the machine's. */
  readonly reset: () => void
  readonly close: () => void
}

/** Opens the databases and all that the parts of the emulator share. Raises `storage.*`. */
export function openWorld({ dir, now, randomBytes, urls }: WorldOptions): OpenWorld {
  const registry = openDatabase({
    path: dir === ':memory:' ? dir : join(dir, 'registry.db'),
    migrations: registryMigrations,
  })
  const sealing = createSealing(sealingKey(dir, randomBytes), randomBytes)
  const clock = openClock({ registry, now })
  const settings = openSettings(registry)
  const stores = openStoreDatabases({ dir, registry })
  let wake: (() => void) | null = null
  const world: World = {
    id: identity(registry, randomBytes),
    registry,
    storeDb: stores.of,
    now: clock.now,
    randomBytes,
    urls,
    settings: settings.read,
    changeSettings: settings.change,
    resetSettings: settings.restore,
    advanceClock: clock.advance,
    clockOffsetMs: clock.offsetMs,
    log: (entry) => writeLog(registry, { ...entry, at: clock.now() }),
    seal: sealing.seal,
    unseal: sealing.unseal,
    wakeQueue: () => wake?.(),
  }
  return {
    world,
    onWake: (listener) => void (wake = listener),
    reset: () => {
      eraseAll(registry, stores)
      clock.reset()
      settings.reset()
    },
    close: () => {
      stores.closeAll()
      registry.close()
    },
  }
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
  'apps',
  'faults',
  'log',
]

function eraseAll(registry: DatabaseSync, stores: StoreDatabases): void {
  stores.removeAll()
  for (const table of tables) prepared(registry, `DELETE FROM ${table}`).run()
  prepared(registry, "DELETE FROM meta WHERE key <> 'id'").run()
}
