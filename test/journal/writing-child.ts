// Writes deliveries into a journal that others write too: argv is journal path, name of the writer, count. Prints how many are committed.
import { appendDelivery } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'

const [path = '', name = '', count = '0'] = process.argv.slice(2)
const journal = openJournal({ path, appKey: 'app.acme.loyalty' })
for (let at = 0; at < Number(count); at++) {
  appendDelivery(journal, {
    receivedAt: new Date(),
    eventId: `${name}-${at}`,
    topic: 'order.created',
    storeId: '1001',
    regionId: null,
    timestamp: 1,
    signature: 'a'.repeat(64),
    headers: {},
    body: Buffer.from('{}'),
  })
}
journal.close()
process.stdout.write(`${count}\n`)
