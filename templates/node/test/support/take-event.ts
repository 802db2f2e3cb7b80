import { argv } from 'node:process'

import { openDatabase } from '../../src/database.ts'
import { takeEvent } from '../../src/events.ts'
import { saveInstall } from '../../src/installs.ts'
import { makeKeys } from '../../src/keys.ts'
import { createPlatform } from '../../src/platform.ts'
import { NOON, exchanged, signingSecret } from './make-app.ts'

/** A process of its own that takes one paid order into the database named by its first argument. With `dies` it is killed while the effect is written. */
const [file = '', mood] = argv.slice(2)
const db = openDatabase(file)
const keys = makeKeys({ signingSecret, tokenKey: '7a'.repeat(32) })
saveInstall({ db, keys }, { ...exchanged, regions: null }, NOON)
db.function('die', () => {
  process.kill(process.pid, 'SIGKILL')
  return null
})
if (mood === 'dies') db.exec('CREATE TEMP TRIGGER dies AFTER INSERT ON paid_totals BEGIN SELECT die(); END')
const order = { id: 55, orderNumber: 'N55', status: 'paid', grandTotal: '10', currency: 'TRY' }
const platform = {
  ...createPlatform({ baseUrl: 'http://127.0.0.1:1', clientId: '', clientSecret: '' }),
  order: async () => order,
}
const event = { eventId: 'evt-1', topic: 'order.paid', storeId: 1001, regionId: 7, data: { orderId: 55 } }
console.log(await takeEvent({ db, keys, platform, now: () => NOON, log: () => {} }, event))
