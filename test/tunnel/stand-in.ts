import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

/**
 * A program that speaks cloudflared's documented output and really forwards: it listens on its own port as the internet's side, prints that as its
 * address, and passes requests on to --url. How it behaves is read from a file at each start.
 */
const script = (node: string, folder: string) => `#!${node}
const { createServer, request } = require('node:http')
const { readFileSync, appendFileSync } = require('node:fs')
const folder = ${JSON.stringify(folder)}
const args = process.argv.slice(2)
const of = (flag) => args[args.indexOf(flag) + 1]
const behaviour = JSON.parse(readFileSync(folder + '/behaviour.json', 'utf8'))
appendFileSync(folder + '/starts.log', JSON.stringify({ pid: process.pid, args, env: Object.keys(process.env) }) + '\\n')
const log = (level, text) => process.stderr.write(new Date().toISOString().replace(/\\.\\d+Z/, 'Z') + ' ' + level + ' ' + text + '\\n')
if (behaviour.deaf) process.on('SIGTERM', () => {})
else process.on('SIGTERM', () => process.exit(0))
const starts = readFileSync(folder + '/starts.log', 'utf8').trimEnd().split('\\n').length
if (behaviour.fail && starts <= (behaviour.failures ?? starts)) { log('ERR', behaviour.fail); process.exit(1) }
const protocol = of('--protocol')
if (behaviour.quicBlocked && protocol === 'quic') {
  log('ERR', 'Failed to dial a quic connection error="failed to dial to edge with quic: timeout: no recent network activity"')
  process.exit(1)
}
const target = new URL(of('--url'))
const server = createServer((incoming, outgoing) => {
  if (behaviour.hang) return
  appendFileSync(folder + '/forwarded.log', incoming.method + ' ' + incoming.url + '\\n')
  const onward = request({ host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers: { ...incoming.headers, 'cf-ray': '1' } }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(onward)
})
server.listen(behaviour.port ?? 0, '127.0.0.1', () => {
  log('INF', 'Requesting new quick Tunnel on trycloudflare.com...')
  log('INF', '|  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |')
  log('INF', '|  http://127.0.0.1:' + server.address().port + '  |')
  log('INF', 'Initial protocol ' + protocol)
  if (!behaviour.neverConnects) log('INF', 'Registered tunnel connection connIndex=0 connection=x event=0 ip=198.41.200.1 location=x protocol=' + protocol)
})
`

export interface Behaviour {
  /** SIGTERM is not heard. */
  readonly deaf?: boolean
  /** Ends at once with this error. */
  readonly fail?: string
  /** The number of starts that fail; all when left out. */
  readonly failures?: number
  readonly quicBlocked?: boolean
  /** Where it listens, as a named tunnel has one address; a free port when left out. */
  readonly port?: number
  readonly neverConnects?: boolean
  /** Takes requests and answers none. */
  readonly hang?: boolean
}

export interface Start {
  readonly pid: number
  readonly args: readonly string[]
  readonly env: readonly string[]
}

/** The stand-in as a file that can be run, and what it was started with. */
export function makeStandIn(behaviour: Behaviour = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-tunnel-'))
  const linesOf = (file: string): string[] => {
    try {
      return readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
    } catch {
      return []
    }
  }
  const starts = () => linesOf('starts.log').map((line) => JSON.parse(line) as Start)
  /** Method and path of what came by it from outside. */
  const forwarded = () => linesOf('forwarded.log')
  onTestFinished(() => {
    for (const { pid } of starts()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    rmSync(folder, { recursive: true, force: true })
  })
  const binary = join(folder, 'cloudflared')
  writeFileSync(binary, script(process.execPath, folder))
  chmodSync(binary, 0o755)
  const behave = (next: Behaviour) => writeFileSync(join(folder, 'behaviour.json'), JSON.stringify(next))
  behave(behaviour)
  return { folder, binary, behave, starts, forwarded }
}
