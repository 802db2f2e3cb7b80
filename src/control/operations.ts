import type { InputOf } from './operation.ts'
import { apps } from './operations/apps.ts'
import { changes } from './operations/changes.ts'
import { faults } from './operations/faults.ts'
import { goods } from './operations/goods.ts'
import { platform } from './operations/platform.ts'
import { seed } from './operations/seed.ts'
import { stores } from './operations/stores.ts'
import { undo } from './operations/undo.ts'

/**
 * Every operation of the control interface by name, which is also the client's method name. One
 * line for each file in operations/.
 */
export const operations = { ...platform, ...apps, ...stores, ...goods, ...changes, ...faults, ...undo, ...seed }

export type Operations = typeof operations

/** The content of a seed file. */
export type SeedFile = InputOf<Operations['seed']>
