// Runs json-server 0.17 over a thousand orders in memory for bench/emulator.ts: node json-server-child.ts <folder where it is installed>
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

interface JsonServer {
  create(): { use(handler: unknown): void; listen(port: number, host: string, ready: () => void): Server }
  router(data: object): unknown
}

const [folder = ''] = process.argv.slice(2)
// The package has no types. These follow its documentation.
const jsonServer = createRequire(join(folder, 'package.json'))('json-server') as JsonServer
const orders = Array.from({ length: 1000 }, (_, at) => ({
  id: at + 1,
  orderNumber: `BENCH-${at + 1}`,
  status: 'paid',
  subtotal: '3041.77',
  taxTotal: '608.35',
  grandTotal: '3650.12',
  currency: 'TRY',
  customer: { name: 'Deniz Kaya', email: 'deniz@example.com' },
  billingAddress: { line1: 'Example street 1', city: 'Izmir', countryCode: 'TR' },
  items: [{ productId: 1, productName: 'Linen bag', sku: 'LB-1', quantity: 3, unitPrice: '1216.71' }],
}))
const app = jsonServer.create()
app.use(jsonServer.router({ orders }))
const server = app.listen(0, '127.0.0.1', () => {
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 })
})
process.on('disconnect', () => process.exit())
