import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { onTestFinished } from 'vitest'

import { recorder, type SeenRequest } from '../app.ts'
import { certificates } from './certificates.ts'
import { names } from './names.ts'

export type HostName = keyof typeof names

export interface Response {
  readonly status: number
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

/** `reset` closes the connection after the request has arrived; `hang` never responds. */
export type Reply = Response | 'reset' | 'hang'
export type Upstream = (request: SeenRequest) => Reply | Promise<Reply>
/** Replaces the upstream's response. */
export type Fault = (request: SeenRequest, upstream: Upstream) => Reply | Promise<Reply>

export interface FaultOptions {
  /** Number of affected requests. By default all from now on. */
  readonly times?: number
  /** Affects only requests whose target contains this text. */
  readonly path?: string
}

export interface Front {
  /** `https://api.platform.test:<port>` and its siblings. */
  readonly origins: Readonly<Record<HostName, string>>
  /** Every request that arrived, on any host name. */
  readonly seen: SeenRequest[]
  readonly arrived: () => number
  readonly writes: () => number
  readonly fail: (fault: Fault, options?: FaultOptions) => void
  readonly heal: () => void
  /** Environment for a program, so that it resolves the host names and trusts the authority. */
  readonly env: Readonly<Record<'NODE_EXTRA_CA_CERTS' | 'NODE_OPTIONS', string>>
}

/** Starts a TLS reverse proxy with its own host names that counts requests and fails on demand. It closes with the test. */
export async function makeFront(upstreams: Partial<Record<HostName, Upstream>>): Promise<Front> {
  const { ca, key, cert } = certificates()
  const faults: { fault: Fault; path: string; left: number }[] = []
  const { seen, listener } = recorder((request, response) => {
    void reply(request).then((given) => {
      if (given === 'reset') response.destroy()
      else if (given !== 'hang') response.writeHead(given.status, given.headers).end(given.body)
    })
  })
  const upstreamOf = ({ headers }: SeenRequest): Upstream => {
    const host = headers.host?.replace(/:\d+$/, '')
    const found = Object.entries(names).find(([, name]) => name === host)
    return upstreams[(found?.[0] ?? '') as HostName] ?? (() => ({ status: 404, body: `No upstream for ${host}` }))
  }
  const reply = async (request: SeenRequest): Promise<Reply> => {
    const upstream = upstreamOf(request)
    const active = faults.find(({ path, left }) => left > 0 && request.target.includes(path))
    if (active === undefined) return upstream(request)
    active.left -= 1
    return active.fault(request, upstream)
  }
  const server = createServer({ key, cert }, listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-front-'))
  onTestFinished(async () => {
    rmSync(dir, { recursive: true, force: true })
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const caFile = join(dir, 'ca.pem')
  writeFileSync(caFile, ca)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const originOf = (name: HostName) => `https://${names[name]}:${port}`
  return {
    origins: { api: originOf('api'), admin: originOf('admin'), own: originOf('own') },
    seen,
    arrived: () => seen.length,
    writes: () => seen.filter(({ method }) => method !== 'GET').length,
    fail: (fault, { times = Infinity, path = '' } = {}) => void faults.push({ fault, path, left: times }),
    heal: () => void faults.splice(0),
    env: {
      NODE_EXTRA_CA_CERTS: caFile,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'names.ts')).href}`,
    },
  }
}

/** Returns an upstream on this machine. Its own address becomes the public one in redirects for a browser, and the reverse in a browser's requests. */
export function forwardTo(origin: string): Upstream {
  const { hostname, port, host } = new URL(origin)
  return ({ method, target, headers, body }) => {
    const shown = `https://${headers.host}`
    const own = headers.origin === shown ? { origin } : {}
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const onward = httpRequest(
      { hostname, port, method, path: target, headers: { ...headers, ...own, host }, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('error', () => resolve('reset'))
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
        answer.on('end', () => {
          const location = answer.headers.location?.replace(origin, shown)
          const { 'transfer-encoding': _, connection: __, ...rest } = answer.headers
          resolve({
            status: answer.statusCode ?? 502,
            headers: { ...rest, ...(location === undefined ? {} : { location }) },
            body: Buffer.concat(chunks),
          })
        })
      },
    )
    onward.on('error', () => resolve({ status: 502, body: 'Bad gateway' }))
    onward.end(body)
    return promise
  }
}
