/** An app of the kit, for tests that kill it: each event is one row of a table that would hold two. */
import { createApp, sql } from '../../../src/kit/kit.ts'
import { serve, sqlite } from '../../../src/kit/node.ts'

const folder = process.env['DATA_DIR'] ?? ''
const database = sqlite(`${folder}/app.db`, { migrations: `${folder}/migrations` })

await serve(
  createApp({ env: process.env, database }).on('order.paid', async ({ event }) => {
    // Long enough for a kill to meet it.
    await new Promise((resolve) => setTimeout(resolve, 2))
    return sql`INSERT INTO seen (event_id) VALUES (${event.id})`
  }),
)
