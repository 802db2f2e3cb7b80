// Writes deliveries into a journal that others write too. argv: journal path, name of the writer, count. Prints how many are committed.
import { appendDelivery } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { someDelivery } from '../support/delivery.ts'

const [path = '', name = '', count = '0'] = process.argv.slice(2)
const journal = openJournal({ path, appKey: 'app.acme.loyalty' })
for (let at = 0; at < Number(count); at++) {
  appendDelivery(journal, someDelivery({ eventId: `${name}-${at}` }))
}
journal.close()
process.stdout.write(`${count}\n`)
