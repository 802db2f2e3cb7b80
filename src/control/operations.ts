import type { InputOf } from './operation.ts'
import { apps } from './operations/apps.ts'
import { changes } from './operations/changes.ts'
import { faults } from './operations/faults.ts'
import { goods } from './operations/goods.ts'
import { platform } from './operations/platform.ts'
import { seed } from './operations/seed.ts'
import { stores } from './operations/stores.ts'
import { undo } from './operations/undo.ts'

/** The emulator's control interface: every operation by its name, which is also the name of the client's method. One line for each file of operations/. */
export const operations = { ...platform, ...apps, ...stores, ...goods, ...changes, ...faults, ...undo, ...seed }

export type Operations = typeof operations

/** What a seed file has. */
export type SeedFile = InputOf<Operations['seed']>
