/** An app of the kit, for tests of its process: each event is one row of a table that would hold two. Asked by a message, it sends the size of its heap. */
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

process.on('message', () => {
  // Twice: what the first collection finalizes is freed by the second one.
  for (let at = 0; at < 2; at += 1) globalThis.gc?.()
  process.send?.(process.memoryUsage().heapUsed)
})
