// Baseline for bench/gateway.ts: a bare proxy that journals with the gateway's own durability, and does nothing else. argv is database and app port. It writes
// one row before the app gets the delivery and one after its response. Rows of one turn of the event loop share a commit, as in the gateway. Prints its port.
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

const [path = '', appPort = '0'] = process.argv.slice(2)
const db = new DatabaseSync(path)
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE deliveries (id INTEGER PRIMARY KEY, headers TEXT, body BLOB);
  CREATE TABLE attempts (id INTEGER PRIMARY KEY, delivery INTEGER, status INTEGER)`)
const insert = db.prepare('INSERT INTO deliveries (headers, body) VALUES (?, ?) RETURNING id')
const attempt = db.prepare('INSERT INTO attempts (delivery, status) VALUES (?, ?)')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

let waiting: { readonly write: () => void; readonly done: () => void }[] = []

function commit(write: () => void): Promise<void> {
  return new Promise((done) => {
    if (waiting.push({ write, done }) > 1) return
    setImmediate(() => {
      const batch = waiting
      waiting = []
      db.exec('BEGIN')
      for (const one of batch) one.write()
      db.exec('COMMIT')
      for (const one of batch) one.done()
    })
  })
}

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  let id = 0
  await commit(() => (id = Number(insert.get(JSON.stringify(incoming.rawHeaders), body)?.['id'])))
  const { method, url, headers } = incoming
  const sent = request({ host: '127.0.0.1', port: Number(appPort), method, path: url, headers, agent }, (response) => {
    const { statusCode = 502 } = response
    void commit(() => attempt.run(id, statusCode))
    outgoing.writeHead(statusCode, response.headers)
    response.pipe(outgoing)
  })
  sent.end(body)
})
// Longer than any pause of the benchmark, because a connection that closes during reuse would invalidate the figure.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
