/**
 * The client library: `import { createClient } from 'svcapp/client'`. It has typed calls for every endpoint of the catalog and the checks
 * of the command line. The region is resolved before anything is sent, requests stay within the token's budget, and safe requests are
 * retried. A 200 that failed in part is not a success. It is independent of the command line and loads none of it.
 */
import { assembleClient, pause } from './create-client.ts'
import type { ClientOptions, SvcappClient } from './options.ts'

export { AppError } from '../errors.ts'
export { ExactNumber } from '../text/json.ts'
export type * from './calls.ts'
export type * from './options.ts'
export type * from './resources.ts'

/**
 * Creates a client for the install of a token. Nothing is sent before the first call. Calls reject
 * with an `AppError`: `code` identifies the failure (`api.*`, `net.*`, `pin.*`), `suggestions`
 * contain fixes, and no error contains the token. Throws `usage.invalid` if `baseUrl` is not a URL.
 */
export function createClient(options: ClientOptions): SvcappClient {
  return assembleClient(options, {
    builtin: process.getBuiltinModule.bind(process),
    env: process.env,
    now: () => new Date(),
    sleep: pause,
    random: Math.random,
  })
}
