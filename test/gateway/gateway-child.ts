// A gateway in a separate process, for tests that kill it: argv: journal path, app port, and `ack` where it acknowledges deliveries itself. Prints its port.
import { flushCompileCache } from 'node:module'

import { startGateway } from '../../src/gateway/server.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'

const [path = '', appPort = '0', ack] = process.argv.slice(2)

const gateway = await startGateway({
  port: 0,
  appPort: () => Number(appPort),
  webhookPath: '/webhooks',
  key: () => signingKey('5e'.repeat(32)),
  journal: openJournal({ path, appKey: 'app.acme.loyalty' }),
  now: () => new Date(),
  clock: () => performance.now(),
  onDelivery: () => {},
  ...(ack === 'ack' && { ack: { retryDelaysMs: [50, 100, 200, 400], onAttempt: () => {} } }),
})
flushCompileCache()
process.stdout.write(`${gateway.port}\n`)
