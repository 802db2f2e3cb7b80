import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, it, onTestFinished } from 'vitest'

import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { listDeliveries } from '../../src/journal/deliveries.ts'
import { makeApp } from '../support/app.ts'
import { deliver, eventText, makeGateway, rawExchange, signed } from './support.ts'

/** Only root can be somebody else: `nobody`, as Debian has it. */
const NOBODY = 65_534
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

const squatter = `
let seen = 0
const server = require('node:net').createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', () => { console.log('GOT'); socket.end('HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n') })
  if (process.argv[3] === 'closes') server.close()
})
server.listen(Number(process.argv[1]), process.argv[2], () => console.log('READY'))
`

it.skipIf(!isRoot).each([
  ['127.0.0.1', 'stays'],
  ['0.0.0.0', 'stays'],
  ['::', 'stays'],
  ['127.0.0.1', 'closes'],
])('T16 another user who holds the port of the app at %s and %s gets no delivery and no page', async (host, how) => {
  const app = await makeApp()
  await app.close()
  const gateway = await makeGateway(app.port)
  const child = spawn(process.execPath, ['-e', squatter, '--', String(app.port), host, how], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  await once(child.stdout, 'data')
  const body = eventText('e-1')

  const answer = await deliver(gateway.url, body, signed(body))
  const page = await rawExchange(gateway.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const ask = 'GET /hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const upgrade = await rawExchange(gateway.port, ask)

  expect(answer.status).toBe(502)
  expect([page.slice(0, 12), upgrade.slice(0, 12)]).toEqual(['HTTP/1.1 502', 'HTTP/1.1 502'])
  expect(said).toBe('READY\n')
  if (how === 'closes') return
  expect(JSON.parse(answer.text).reason).toBe('app-port-of-another-user')
  const [row] = listDeliveries(gateway.journal)
  await expect
    .poll(() => attemptsOfDelivery(gateway.journal, row?.id ?? 0))
    .toMatchObject([{ status: null, error: 'app-port-of-another-user' }])
})
