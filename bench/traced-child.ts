import { createOtlpReceiver } from '../src/gateway/otlp/receiver.ts'
import { startOutbound } from '../src/gateway/outbound.ts'
// Runs gateway and outbound side over one journal on disk in a separate process. They share data about deliveries and
// receive spans. argv is journal path, port of app and platform, secret, token. Prints both ports.
import { startGateway } from '../src/gateway/server.ts'
import { createDeliveryTraces } from '../src/gateway/traces/delivery-traces.ts'
import { openJournal } from '../src/journal/journal.ts'
import { createJournalWriter } from '../src/journal/writer.ts'
import { signingKey } from '../src/protocol/signing-key.ts'

const [path = '', port = '0', secret = '', token = ''] = process.argv.slice(2)
const key = signingKey(secret)
const journal = openJournal({ path, appKey: 'app.bench.gateway' })
const now = () => new Date()
const clock = () => performance.now()
const traces = createDeliveryTraces()
const gateway = await startGateway({
  port: 0,
  appPort: () => Number(port),
  webhookPath: '/webhooks',
  key: () => key,
  journal,
  traces,
  now,
  clock,
  onDelivery: () => {},
})
const outbound = await startOutbound({
  port: 0,
  baseUrl: new URL(`http://127.0.0.1:${port}`),
  journal,
  traces,
  otlp: createOtlpReceiver({ token, writer: createJournalWriter(journal), keepsText: true, now, clock }),
  now,
  clock,
  onCall: () => {},
  onExchange: async () => {},
  clientId: () => null,
  endpoints: [],
})
process.stdout.write(`${gateway.port} ${outbound.port}\n`)
