// Runs the outbound side over a journal on disk in a separate process: argv is journal path and the platform's port. Prints its port.
import { endpoints } from '../src/catalog/catalog.ts'
import { startOutbound } from '../src/gateway/outbound.ts'
import { openJournal } from '../src/journal/journal.ts'

const [path = '', platform = '0'] = process.argv.slice(2)
const { port } = await startOutbound({
  port: 0,
  baseUrl: new URL(`http://127.0.0.1:${platform}`),
  journal: openJournal({ path, appKey: 'app.bench.gateway' }),
  now: () => new Date(),
  clock: () => performance.now(),
  onCall: () => {},
  onExchange: async () => {},
  clientId: () => null,
  endpoints,
})
process.stdout.write(`${port}\n`)
