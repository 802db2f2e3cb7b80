import { basename, dirname } from 'node:path'

import type { Plugin } from 'rolldown'

/**
 * Leaves the command line's table of error codes out of the kit: of it `AppError` reads only the code with which the process exits, and apps exit with 1. The table
 * would be a tenth of what a worker loads.
 */
export function leanCodes(): Plugin {
  return {
    name: 'lean-codes',
    load(id) {
      if (basename(id) !== 'codes.ts' || basename(dirname(id)) !== 'errors') return null
      return 'export const errorCodes = new Proxy({}, { get: () => ({ exit: 1, about: "" }), has: () => true })'
    },
  }
}
