import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { onTestFinished } from 'vitest'

/** Only root can run as another user: `nobody`, as Debian has it. */
const NOBODY = 65_534
export const canBeSomebodyElse = process.platform === 'linux' && process.getuid?.() === 0

const program = `
const server = require('node:net').createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', () => { console.log('GOT'); socket.end('HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n') })
  if (process.argv[3] === 'closes') server.close()
})
server.listen(Number(process.argv[1]), process.argv[2], () => console.log('READY'))
`

export interface Squatter {
  /** Returns `READY`, and a line `GOT` for all received data. */
  readonly said: () => string
}

/** Starts a listener of another user on a port. With `closes` it stops listening after the first connection. */
export async function makeSquatter(
  port: number,
  { host = '127.0.0.1', how = 'stays' }: { readonly host?: string; readonly how?: string } = {},
): Promise<Squatter> {
  const child = spawn(process.execPath, ['-e', program, '--', String(port), host, how], {
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
  return { said: () => said }
}
