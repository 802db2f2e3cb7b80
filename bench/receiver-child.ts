// Runs an app that accepts every delivery, as fast as node:http allows. Prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((incoming, outgoing) => {
  incoming.resume()
  incoming.on('end', () => outgoing.writeHead(204).end())
})
// Longer than any pause of the benchmark, because a connection that closes during reuse would invalidate the figure.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
