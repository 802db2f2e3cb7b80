import { join } from 'node:path'

import { inject } from 'vitest'

/** The built package (build-package.ts). */
export const packageDir = inject('packageDir')

/** A new app of the template node with a second panel page, for tests that run it without changing its files. Its data is in DATA_DIR. */
export const newAppDir = join(packageDir, 'new-app')

/** `app` of the built package: the file that Node starts. */
export const program = join(packageDir, 'bin/run.js')

/** Compiled code shared by all tests that start the program. It contains no test data. */
export const compileCache = join(packageDir, 'cache')
