// A gateway in a separate process, for tests that kill it: argv: journal path, app port, and
// `ack` where it acknowledges deliveries itself, or `prune` where it keeps the journal small. Prints its port.
import { flushCompileCache } from 'node:module'

import { startGateway } from '../../src/gateway/server.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { defaultRetention, pruneChunk } from '../../src/journal/retention.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'

const [path = '', appPort = '0', mode] = process.argv.slice(2)
const journal = openJournal({ path, appKey: 'app.acme.loyalty' })

const gateway = await startGateway({
  port: 0,
  appPort: () => Number(appPort),
  webhookPath: '/webhooks',
  key: () => signingKey('5e'.repeat(32)),
  journal,
  now: () => new Date(),
  clock: () => performance.now(),
  onDelivery: () => {},
  ...(mode === 'ack' && { ack: { retryDelaysMs: [50, 100, 200, 400], onAttempt: () => {} } }),
})
if (mode === 'prune') {
  const retention = { ...defaultRetention, maxBytes: 8 * 1024 * 1024 }
  setInterval(() => pruneChunk(journal, { ...retention, now: new Date() }), 20)
}
flushCompileCache()
process.stdout.write(`${gateway.port}\n`)
