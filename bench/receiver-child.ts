// An app that takes every delivery, as cheap as node:http makes it. Prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((incoming, outgoing) => {
  incoming.resume()
  incoming.on('end', () => outgoing.writeHead(204).end())
})
// Longer than any pause of the bench: a connection that is closed while it is used again is no figure.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
