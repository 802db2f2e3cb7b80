import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import { closeServer } from '../../../http/close-server.ts'
import { listenOnLoopback } from '../../../http/loopback-port.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { askAll, knownPaths } from './visited.ts'

/** Names of parameters in which apps take addresses. */
const params = [
  'url',
  'uri',
  'link',
  'href',
  'src',
  'image',
  'img',
  'file',
  'path',
  'host',
  'domain',
  'target',
  'dest',
  'destination',
  'redirect',
  'redirect_uri',
  'return_to',
  'next',
  'callback',
  'webhook',
  'proxy',
  'fetch',
  'api',
  'base_url',
  'shop',
  'store',
  'feed',
  'source',
]

export const fetches: Check = {
  id: 'web.fetches',
  title: 'The app fetches no address from a request',
  rules: [],
  needs: [],
  run: async (bench) => {
    const canary = await openCanary()
    try {
      await askAll(
        bench,
        knownPaths(bench).map((path) => ({
          path,
          query: Object.fromEntries(params.map((name) => [name, canary.address(path, name)])),
        })),
      )
      const [first] = canary.visits()
      if (first === undefined) return []
      return error({
        title: 'The app fetches any address that a request names',
        why: "The app can reach what strangers cannot: other services, and the cloud's own addresses with their keys. (Advice from svcapp and OWASP, A10.)",
        remedy: 'Take no address from a request; if you need one, compare its host with a list of hosts that you know.',
        evidence: [
          { kind: 'request', path: first.path, parameter: first.parameter, fetched: 'an address of the check' },
        ],
      })
    } finally {
      await canary.close()
    }
  },
}

interface Canary {
  /** An address of this machine that reveals which parameter of which path passed it on. */
  readonly address: (path: string, parameter: string) => string
  readonly visits: () => readonly { readonly path: string; readonly parameter: string }[]
  readonly close: () => Promise<void>
}

/** Raises `gateway.port-taken` where no port is free. */
async function openCanary(): Promise<Canary> {
  const known = new Map<string, { readonly path: string; readonly parameter: string }>()
  const visited: { readonly path: string; readonly parameter: string }[] = []
  const server = createServer((incoming, outgoing) => {
    const found = known.get(incoming.url?.slice(1) ?? '')
    if (found !== undefined) visited.push(found)
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  const port = await listenOnLoopback(server, { port: 0, what: 'address that nobody should fetch' })
  return {
    address: (path, parameter) => {
      const id = randomUUID()
      known.set(id, { path, parameter })
      return `http://127.0.0.1:${port}/${id}`
    },
    visits: () => visited,
    close: () => closeServer(server),
  }
}
