// Runs the gateway over a journal on disk in a separate process: argv is journal path, app port, secret. Prints its port.
import { startGateway } from '../src/gateway/server.ts'
import { openJournal } from '../src/journal/journal.ts'
import { signingKey } from '../src/protocol/signing-key.ts'

const [path = '', appPort = '0', secret = ''] = process.argv.slice(2)
const key = signingKey(secret)
const gateway = await startGateway({
  port: 0,
  appPort: () => Number(appPort),
  webhookPath: '/webhooks',
  key: () => key,
  journal: openJournal({ path, appKey: 'app.bench.gateway' }),
  now: () => new Date(),
  clock: () => performance.now(),
  onDelivery: () => {},
})
process.stdout.write(`${gateway.port}\n`)
