import { createApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { d1, type D1Database } from './d1.ts'
import { forgetOldEvents } from './forget-events.ts'
import { makeKeys, type Keys } from './keys.ts'
import { jsonLog } from './log.ts'
import { createPlatform, type Platform } from './platform.ts'
import type { Tools } from './tools.ts'

type Setting =
  | 'SVCAPP_APP_KEY'
  | 'SVCAPP_BASE_URL'
  | 'SVCAPP_ADMIN_URL'
  | 'SVCAPP_CLIENT_ID'
  | 'SVCAPP_CLIENT_SECRET'
  | 'SVCAPP_SIGNING_SECRET'
  | 'SVCAPP_TOKEN_KEY'
  | 'SVCAPP_SCOPES'

/** What the runtime hands over: settings, secrets and the database. */
export type Bindings = Readonly<Partial<Record<Setting, string>>> & { readonly DB: D1Database }

/** Made once in an isolate. Nothing may depend on it: an isolate ends at any moment, and another one knows none of it. */
let made: { readonly config: Config; readonly keys: Keys; readonly platform: Platform } | null = null

/**
 * The entry of an edge runtime. An isolate may be killed between any two steps of a delivery; where it is, that is so:
 *
 * 1. The bytes are read and verified: nothing is written, no 2xx is sent, the platform sends the event again.
 * 2. The order is fetched: the same.
 * 3. The event's id and its effect are written, in one transaction: neither is there, or both are.
 * 4. The answer is on its way: it is lost, the event comes again, its id is known, and it is answered as repeated.
 *
 * Nothing is left to be done after the answer: `waitUntil` guarantees nothing, and an isolate that is killed takes its work along. What takes longer belongs in a row that a later
 * run finds, as `scheduled` is one.
 */
export default {
  fetch: async (request: Request, bindings: Bindings): Promise<Response> => createApp(await toolsOf(bindings))(request),
  /** By the clock of the runtime (`triggers` in wrangler.jsonc). */
  scheduled: async (_event: object, bindings: Bindings): Promise<void> => forgetOldEvents(await toolsOf(bindings)),
}

async function toolsOf({ DB, ...settings }: Bindings): Promise<Tools> {
  if (made === null) {
    const config = readConfig(settings)
    made = { config, keys: await makeKeys(config), platform: createPlatform(config) }
  }
  const now = () => new Date()
  // The runtime serves the files of public/ by itself.
  return { ...made, db: d1(DB), now, log: jsonLog(console.log, now), styles: new Map() }
}
