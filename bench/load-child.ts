import { connect, type Socket } from 'node:net'

// Opens keep-alive connections that send the next request right after a response: node
// load-child.ts <url> <number of requests> <path>... Paths are used in turn.
const [url = '', requests = '1', ...paths] = process.argv.slice(2)
const CONNECTIONS = 32
const { hostname, port, host } = new URL(url)
const limit = Number(requests)

let asked = 0
let answered = 0
let refused = 0
let open = 0
const began = performance.now()

function ask(socket: Socket): void {
  if (asked >= limit) {
    socket.end()
    return
  }
  const path = paths[asked++ % paths.length] ?? '/'
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer bench\r\n\r\n`)
}

/** Returns the bytes of the response at the start of `text`, or 0 while it is incomplete. */
function answerLength(bytes: Buffer): number {
  const head = bytes.indexOf('\r\n\r\n')
  if (head === -1) return 0
  const text = bytes.toString('latin1', 0, head)
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  const end = length === undefined ? bytes.indexOf('0\r\n\r\n', head) + 5 : head + 4 + Number(length)
  return end > head + 3 && bytes.length >= end ? end : 0
}

function start(): void {
  open++
  let received: Buffer = Buffer.alloc(0)
  const socket = connect(Number(port), hostname, () => ask(socket))
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const length = answerLength(received)
    if (length === 0) return
    if (!received.toString('latin1', 0, 12).endsWith('200')) refused++
    answered++
    received = received.subarray(length)
    ask(socket)
  })
  socket.on('close', () => {
    if (--open === 0)
      process.stdout.write(JSON.stringify({ answered, refused, seconds: (performance.now() - began) / 1000 }))
  })
}

for (let at = 0; at < CONNECTIONS; at++) start()
