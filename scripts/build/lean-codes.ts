import { basename, dirname } from 'node:path'

import type { Plugin } from 'rolldown'

/** Modules of the command line, by their end, and what the kit has in their place. */
const lean: Readonly<Record<string, string>> = {
  // Of the table `AppError` reads only the code with which the process exits, and apps exit with 1. It would be a tenth of what a worker loads.
  'errors/codes.ts':
    'export const errorCodes = new Proxy({}, { get: () => ({ exit: 1, about: "" }), has: () => true })',
  // Advice about installs and scopes names commands and app.toml.
  'client/token-advice.ts': `export const newTokenAdvice = () => ['Install the app again in this store.']
    export const withTokenSource = (error) => error
    export const forbiddenAdvice = (scope) => 'Add ' + scope + ' to the scopes of the app, and install it again.'`,
}

/** Leaves tables and texts out of the kit that only the command line needs. */
export function leanCodes(): Plugin {
  return {
    name: 'lean-codes',
    load: (id) => lean[`${basename(dirname(id))}/${basename(id)}`] ?? null,
  }
}
