import { join } from 'node:path'

import { inject } from 'vitest'

/** The built package (build-package.ts). */
export const packageDir = inject('packageDir')

/** A new app of the template node with a second page in its panel, for tests that run it and leave its files as they are: its data is in DATA_DIR. */
export const newAppDir = join(packageDir, 'new-app')

/** `app` of the built package: the file that Node starts. */
export const program = join(packageDir, 'bin/run.js')

/** Compiled code is shared by all tests that start the program: it holds nothing of theirs. */
export const compileCache = join(packageDir, 'cache')
