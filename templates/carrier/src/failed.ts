import { join } from 'node:path'

import { openDatabase } from './database.ts'
import { failedShipments, tryFailedAgain } from './shipments.ts'

/** For a person who looks after the app: `npm run failed` lists the shipments that were given up, `npm run failed -- again` has them tried again. */
const db = openDatabase(join(process.env['DATA_DIR'] ?? 'data', 'app.db'))
const [verb = 'list', ...more] = process.argv.slice(2)
if (more.length > 0 || !['list', 'again'].includes(verb)) {
  console.error('Use `npm run failed` or `npm run failed -- again`.')
  process.exitCode = 2
} else if (verb === 'again') {
  console.log(`${await tryFailedAgain({ db, now: () => new Date() })} shipments are tried again.`)
} else {
  for (const { eventId, storeId, orderId, tries } of await failedShipments({ db })) {
    console.log(JSON.stringify({ eventId, storeId, orderId, tries }))
  }
}
db.close()
