// Runs an app that verifies every delivery and counts the event ids, for bench/deliveries.ts. Sends its port
// first, receives the secret once, and answers each later message with the number received.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { signingKey } from '../src/protocol/signing-key.ts'
import { verifyWebhook } from '../src/protocol/webhook-signature.ts'

let key = signingKey('00')
let refused = 0
const seen = new Set<string>()

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const body = Buffer.concat(chunks)
    const { headers } = incoming
    const isGenuine = verifyWebhook({ key, headers, body, now: new Date() }).ok
    if (isGenuine) seen.add((JSON.parse(body.toString()) as { eventId: string }).eventId)
    else refused++
    outgoing.writeHead(isGenuine ? 204 : 401).end()
  })
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

process.on('disconnect', () => process.exit())
const [secret] = (await once(process, 'message')) as [string]
key = signingKey(secret)
process.on('message', () => process.send?.({ seen: seen.size, refused }))
process.send?.({ seen: 0, refused })
