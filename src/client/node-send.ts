import type { Agent, ClientRequest, IncomingMessage } from 'node:http'

import { AppError } from '../errors.ts'
import { connectName } from '../http/own-host.ts'
import type { connectThrough, Proxy } from '../http/proxy.ts'
import type { Send, WireRequest, WireResponse } from '../http/wire.ts'
import type * as OwnEnd from '../processes/own-end.ts'
import type { Created, RejectEnd } from '../processes/own-end.ts'
import { defined } from '../text/defined.ts'
import { checkTarget } from './origin.ts'
import { redirected } from './redirected.ts'
import { unreachable } from './unreachable.ts'

/** Parts of the process that the transport uses, so that nothing is loaded before the first request. */
export interface NodeSendTools {
  /** `process.getBuiltinModule`: `import 'node:http'` costs 23 ms at start-up, this 3 (docs/decisions/0001). */
  readonly builtin: NodeJS.Process['getBuiltinModule']
  readonly env: Readonly<Record<string, string | undefined>>
}

/** For request and response together, if the request sets no timeout. */
const DEFAULT_TIMEOUT_MS = 30_000

/** More than any documented response. It keeps a hostile or broken target from filling the memory. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/**
 * Creates the transport of one-shot calls over node:http(s) (docs/decisions/0001). It never follows a redirect (R8, T32), sends
 * no clear text off loopback and nothing if TLS checks are off (T31), and limits the size of a response.
 *
 * Raises `net.insecure`, `net.tls-off`, `net.redirected`, `net.timeout`, `net.too-large`, `net.unreachable` and
 * `cli.interrupted`. The last five carry `details.sent`: false only if certainly no byte of the request left this machine (P18).
 */
export function createNodeSend(tools: NodeSendTools): Send {
  let kept: Agent | undefined
  const keptAgent = async () => (kept ??= new (await import('../processes/own-agent.ts')).OwnAgent({ keepAlive: true }))
  return async (request) => {
    checkTarget(request.url, tools.env, connectName(request.url.hostname))
    if (request.signal?.aborted === true) throw interrupted(request, false)
    const check = request.ownUserOnly === true ? await loadCheck(request) : undefined
    const agent = request.keepAlive === true && request.url.protocol === 'http:' ? await keptAgent() : undefined
    const tunnel = await tunnelFor(request.url, tools.env)
    const response = await transfer({ ...tools, ...defined({ check, agent, tunnel }) }, request)
    if (response.status >= 300 && response.status < 400 && request.redirects !== 'answer')
      throw redirected(request, response)
    return response
  }
}

interface Tunnel {
  readonly proxy: Proxy
  readonly connect: typeof connectThrough
}

/** Loaded only if a variable sets a proxy, so that other starts cost nothing. Plain http is for this machine, which has no proxy (T31). */
async function tunnelFor(url: URL, env: NodeSendTools['env']): Promise<Tunnel | undefined> {
  if (url.protocol !== 'https:' || !proxyNames.some((name) => env[name])) return undefined
  const { connectThrough: connect, proxyFor } = await import('../http/proxy.ts')
  const proxy = proxyFor(url, env)
  return proxy === null ? undefined : { proxy, connect }
}

const proxyNames = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'http_proxy', 'HTTP_PROXY']

type Check = typeof OwnEnd & { readonly reject: RejectEnd | undefined }

/** Loaded only for requests to the app. */
async function loadCheck({ ownerPid }: WireRequest): Promise<Check> {
  const ends = await import('../processes/own-end.ts')
  if (ownerPid === undefined) return { ...ends, reject: undefined }
  const { appOwnerOf } = await import('../processes/app-owner.ts')
  return { ...ends, reject: appOwnerOf(ownerPid).reject }
}

interface TransferTools extends NodeSendTools {
  /** Checks which process owns the other end of a new connection. */
  readonly check?: Check
  readonly tunnel?: Tunnel
  /** Agent of keep-alive connections. */
  readonly agent?: Agent
}

function transfer(tools: TransferTools, request: WireRequest): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const flight = { sent: false, signal: ended.signal }
    const outgoing = open(tools, { request, flight })
    const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const fail = (error: Error) => {
      settle()
      outgoing.destroy()
      ended.abort()
      reject(error)
    }
    const timer = setTimeout(() => fail(timedOut(request, { timeoutMs, sent: flight.sent })), timeoutMs)
    const stop = () => fail(interrupted(request, flight.sent))
    request.signal?.addEventListener('abort', stop, { once: true })
    const settle = () => {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', stop)
    }
    outgoing.on('error', (cause) =>
      fail(cause instanceof AppError ? cause : unreachable(request, { cause, sent: flight.sent })),
    )
    outgoing.on('response', (incoming) => {
      readBody(incoming).then(
        (body) => {
          settle()
          resolve({ status: incoming.statusCode ?? 0, headers: buildHeaders(incoming), body })
        },
        (cause: unknown) => fail(cause instanceof AppError ? cause : unreachable(request, { cause, sent: true })),
      )
    })
    outgoing.end(request.body)
  })
}

interface ConnectionInput {
  readonly request: WireRequest
  readonly flight: { sent: boolean; readonly signal: AbortSignal }
}

/**
 * Opens one connection per request with host and port only: the agents of node:http pass all request options
 * to `net.connect`, and `NODE_DEBUG=net` prints those, including Authorization (R12, T35). With a fresh
 * connection, an idle one that the server has just closed cannot look like a lost response either (P18).
 */
function open({ builtin, check, agent, tunnel }: TransferTools, { request, flight }: ConnectionInput): ClientRequest {
  const { url } = request
  const isTls = url.protocol === 'https:'
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const host = connectName(url.hostname).replace(/^\[|\]$/g, '')
  const port = Number(url.port || (isTls ? 443 : 80))
  const note = () => (flight.sent = true)
  const servername = isIp(name) ? '' : name
  const connect = (_: object, created: Created) => {
    if (tunnel !== undefined) {
      tunnel.connect(tunnel.proxy, { host, port, servername, signal: flight.signal }, (error, socket) => {
        if (error === null) socket.once('secureConnect', note)
        created(error, socket)
      })
      return undefined
    }
    const handOver: Created = (error, ours) => {
      if (error === null) note()
      created(error, ours)
    }
    // An app that does not respond may listen on the other address of localhost.
    if (check !== undefined && !isTls && host === '127.0.0.1') {
      check.createLocalConnect(check.reject)(port, handOver)
      return undefined
    }
    const socket = isTls
      ? builtin('node:tls').connect({ host, port, servername, rejectUnauthorized: true })
      : builtin('node:net').connect({ host, port })
    const ready = isTls ? 'secureConnect' : 'connect'
    if (check === undefined) {
      socket.once(ready, note)
      return socket
    }
    check.whenOurs(socket, ready, handOver, check.reject)
    return undefined
  }
  const { request: start } = builtin(isTls ? 'node:https' : 'node:http')
  const options = {
    method: request.method,
    protocol: url.protocol,
    host,
    port,
    path: url.pathname + url.search,
    headers: { Host: url.host, 'Accept-Encoding': 'identity', ...bodyLength(request), ...request.headers },
    setHost: false,
  }
  // With an agent, the request gets its connection once that is ready and its owner is verified.
  return agent === undefined
    ? start({ ...options, createConnection: connect })
    : start({ ...options, agent }).once('socket', note)
}

function bodyLength({ method, body }: WireRequest): Record<string, number> {
  if (body === undefined) return method === 'GET' || method === 'HEAD' ? {} : { 'Content-Length': 0 }
  return { 'Content-Length': Buffer.byteLength(body) }
}

function isIp(host: string): boolean {
  return host.includes(':') || /^[0-9.]+$/.test(host)
}

/** Uses events, because the stream's iterator costs 2 ms at start-up. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    incoming.on('error', reject)
    incoming.on('end', () => resolve(Buffer.concat(chunks)))
    incoming.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength
      if (size <= MAX_RESPONSE_BYTES) chunks.push(chunk)
      else {
        incoming.destroy()
        reject(tooLarge())
      }
    })
  })
}

function tooLarge(): AppError {
  return new AppError('net.too-large', `The response is larger than ${MAX_RESPONSE_BYTES / 1024 / 1024} MiB.`, {
    details: { sent: true },
  })
}

function buildHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
  }
  return headers
}

/** A write that was sent may have succeeded although its response never arrived. */
function checkFirst(method: string, sent: boolean): string[] {
  if (!sent || method === 'GET' || method === 'HEAD') return []
  return ['The target may have received the request. Check before you retry.']
}

function timedOut({ method, url }: WireRequest, facts: { timeoutMs: number; sent: boolean }): AppError {
  const { timeoutMs, sent } = facts
  return new AppError(
    'net.timeout',
    `No response from ${url.host} to ${method} ${url.pathname} within ${timeoutMs / 1000} s.`,
    {
      suggestions: [...checkFirst(method, sent), 'Try again. If it times out again, check that the target is running.'],
      details: { sent },
    },
  )
}

function interrupted({ url }: WireRequest, sent: boolean): AppError {
  return new AppError('cli.interrupted', `Stopped while waiting for ${url.host}.`, { details: { sent } })
}
