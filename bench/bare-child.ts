import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

// The yardstick for bench/emulator.ts, nothing but node:http over node:sqlite: node bare-child.ts [store database]
const [path] = process.argv.slice(2)
const select =
  path === undefined ? null : new DatabaseSync(path, { readOnly: true }).prepare('SELECT * FROM orders WHERE id = ?')

const server = createServer(({ url = '' }, response) => {
  const text = JSON.stringify(select?.get(Number(url.slice(url.lastIndexOf('/') + 1))) ?? {})
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
})
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 })
})
process.on('disconnect', () => process.exit())
