import { join } from 'node:path'

import { inject } from 'vitest'

/** The built package (build-package.ts). */
export const packageDir = inject('packageDir')

/** `app` of the built package: the file that Node starts. */
export const program = join(packageDir, 'bin/run.js')

/** Compiled code is shared by all tests that start the program: it holds nothing of theirs. */
export const compileCache = join(packageDir, 'cache')
