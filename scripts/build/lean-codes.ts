import { basename, dirname } from 'node:path'

import type { Plugin } from 'rolldown'

/** CLI modules, by the end of their path, and their replacement in the kit. */
const lean: Readonly<Record<string, string>> = {
  // `AppError` reads only the exit code from the table, and apps exit with 1. The table would be a tenth of a worker's code.
  'errors/codes.ts':
    'export const errorCodes = new Proxy({}, { get: () => ({ exit: 1, about: "" }), has: () => true })',
  // Advice about installs and scopes refers to commands and app.toml.
  'client/token-advice.ts': `export const newTokenAdvice = () => ['Install the app again in this store.']
    export const withTokenSource = (error) => error
    export const forbiddenAdvice = (scope) => 'Add ' + scope + ' to the scopes of the app, and install it again.'`,
}

/** Removes tables and texts from the kit that only the CLI needs. */
export function leanCodes(): Plugin {
  return {
    name: 'lean-codes',
    load: (id) => lean[`${basename(dirname(id))}/${basename(id)}`] ?? null,
  }
}
