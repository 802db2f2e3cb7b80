import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import { closeServer } from '../../../http/close-server.ts'
import { listenOnLoopback } from '../../../http/loopback-port.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { readAll } from '../../harness/forwarding/forward-call.ts'
import { askAll, knownPaths } from './visited.ts'

/** Parameter names in which apps accept URLs. */
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
  title: 'The app does not fetch URLs from requests',
  rules: [],
  needs: [],
  run: async (harness) => {
    const canary = await openCanary(harness.clientSecret)
    try {
      const code = randomBytes(32).toString('hex')
      // An exchange at the platform would count against the limit for this IP address.
      const end = harness.app.calls.fault({
        meets: ({ body }) => body.includes(code),
        act: { kind: 'answer', status: 401 },
      })
      const queries = knownPaths(harness).flatMap((path) => [
        { path, query: Object.fromEntries(params.map((name) => [name, canary.address(path, name)])) },
        { path, query: { code, ...Object.fromEntries(params.map((name) => [name, canary.host])) } },
      ])
      await askAll(harness, queries)
      end()
      const [first] = canary.visits().toSorted((one, other) => Number(other.hasSecret) - Number(one.hasSecret))
      if (first === undefined) return []
      return error({
        title: first.hasSecret
          ? 'The app sends its client secret to any host in a request'
          : 'The app fetches any URL in a request',
        why: "The app can reach addresses that attackers cannot, such as internal services and the cloud's metadata service, which may return keys. (Advice from svcapp and OWASP, A10.)",
        remedy: 'Do not fetch URLs from requests. If you must, allow only known hosts.',
        evidence: [
          { kind: 'request', path: first.path, parameter: first.parameter, fetched: 'a URL that app check serves' },
        ],
      })
    } finally {
      await canary.close()
    }
  },
}

interface CanaryVisit {
  /** Null if only the host came from the request. */
  readonly path: string | null
  readonly parameter: string | null
  readonly hasSecret: boolean
}

interface Canary {
  /** Returns a URL of this machine that reveals which parameter of which path passed it on. */
  readonly address: (path: string, parameter: string) => string
  /** Host and port of these URLs. */
  readonly host: string
  readonly visits: () => readonly CanaryVisit[]
  readonly close: () => Promise<void>
}

/** Raises `gateway.port-taken` if no port is free. */
async function openCanary(secret: string): Promise<Canary> {
  const known = new Map<string, { readonly path: string; readonly parameter: string }>()
  const visited: CanaryVisit[] = []
  const server = createServer((incoming, outgoing) => {
    const found = known.get(incoming.url?.slice(1) ?? '') ?? { path: null, parameter: null }
    void readAll(incoming).then((body) => {
      visited.push({ ...found, hasSecret: body.includes(secret) })
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  // An app that uses TLS has connected too.
  server.on('clientError', (_error, socket) => {
    visited.push({ path: null, parameter: null, hasSecret: false })
    socket.destroy()
  })
  const port = await listenOnLoopback(server, { port: 0, what: 'URL that must not be fetched' })
  const host = `127.0.0.1:${port}`
  return {
    address: (path, parameter) => {
      const id = randomUUID()
      known.set(id, { path, parameter })
      return `http://${host}/${id}`
    },
    host,
    visits: () => visited,
    close: () => closeServer(server),
  }
}
