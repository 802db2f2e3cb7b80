import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

// Baseline for bench/emulator.ts, only node:http over node:sqlite: node bare-child.ts [store database]
const [path] = process.argv.slice(2)
const db = path === undefined ? null : new DatabaseSync(path, { readOnly: true })
const one = db?.prepare('SELECT * FROM orders WHERE id = ?')
/** Columns of the emulator's lists in order, without counts, checks and names. */
const pages = {
  orders: db?.prepare(
    `SELECT o.id, o.order_number, o.status, o.grand_total, o.currency, o.order_source, o.created_at, c.name, c.email,
       (SELECT count(*) FROM order_items i WHERE i.order_id = o.id) AS item_count
     FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE o.region_id = 1 ORDER BY o.id DESC LIMIT 10`,
  ),
  products: db?.prepare(
    `SELECT p.id, p.name, p.sku, p.status, p.product_type, p.category_id, p.image_url, p.created_at, c.price
     FROM listed_products l CROSS JOIN products p ON p.id = l.product_id
     CROSS JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = l.region_id
     WHERE l.region_id = (SELECT min(region_id) FROM listed_products) AND l.status = 'P' ORDER BY l.product_id DESC LIMIT 10`,
  ),
}

function answerTo(url: string): unknown {
  if (url === '/page/orders') return { data: pages.orders?.all() }
  if (url === '/page/products') return { data: pages.products?.all() }
  return one?.get(Number(url.slice(url.lastIndexOf('/') + 1)))
}

const server = createServer(({ url = '' }, response) => {
  const text = JSON.stringify(answerTo(url) ?? {})
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
