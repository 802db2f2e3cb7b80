import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

import { AppError } from '../errors.ts'

type Env = Readonly<Record<string, string | undefined>>

const variables = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'http_proxy', 'HTTP_PROXY'] as const

export interface Proxy {
  readonly url: URL
  /** Environment variable that sets it. */
  readonly variable: string
}

/** Returns the URL with user name and password masked. */
export function shownProxy({ url, variable }: Proxy): string {
  const masked = url.username === '' && url.password === '' ? '' : '***@'
  return `${url.protocol}//${masked}${url.host} (${variable})`
}

/** Returns the environment's proxy for an https URL on another machine; null without one. Raises `net.proxy-failed` for a value that is not an http(s) URL. */
export function proxyFor(url: URL, env: Env): Proxy | null {
  const variable = variables.find((name) => env[name])
  if (variable === undefined || isDirect(url, env['no_proxy'] || env['NO_PROXY'] || '')) return null
  const value = env[variable] ?? ''
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`)
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
    throw new AppError('net.proxy-failed', `${variable} is not the URL of an HTTP proxy. Nothing was sent.`, {
      suggestions: [`Set ${variable} to http://proxy.example:8080. SOCKS proxies are not supported.`],
      details: { sent: false, variable },
    })
  }
  return { url: proxy, variable }
}

function isDirect({ hostname, port, protocol }: URL, list: string): boolean {
  // Loopback never uses a proxy, which would connect to its own machine.
  if (/^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname)) return true
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
      const suffix = name.replace(/^\*?\.?/, '')
      if (wantedPort !== undefined && wantedPort !== ownPort) return false
      return hostname === suffix || hostname.endsWith(`.${suffix}`)
    })
}

export interface TunnelOptions {
  readonly host: string
  readonly port: number
  readonly servername: string
  /** Aborts the attempt. */
  readonly signal?: AbortSignal
}

export type Connected = (error: Error | null, socket: TLSSocket) => void

/** Node reads the socket only if there is no error. */
const noSocket = undefined as unknown as TLSSocket

/**
 * Opens a TLS connection to the host through CONNECT: the proxy sees only the host name. Raises `net.proxy-auth` for
 * its 407 and `net.proxy-failed` for any other failure before the tunnel is open; a TLS failure is the target's.
 */
export function connectThrough(proxy: Proxy, { host, port, servername, signal }: TunnelOptions, done: Connected): void {
  const { url } = proxy
  const isTls = url.protocol === 'https:'
  const own = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (isTls ? 443 : 80)) }
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const login = `${decoded(url.username)}:${decoded(url.password)}`
  const asking = request({
    // Only host and port: NODE_DEBUG=net prints an agent's options, including the password (T35).
    createConnection: () => (isTls ? connectTls({ ...own, servername: own.host }) : connect(own)),
    method: 'CONNECT',
    path: target,
    headers: {
      Host: target,
      ...(login === ':' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
    },
    ...(signal === undefined ? {} : { signal }),
  })
  asking.on('error', (cause: Error & { code?: string }) =>
    done(proxyFailed(proxy, `could not be reached (${cause.code ?? cause.message})`), noSocket),
  )
  asking.on('connect', (response, socket: Socket) => {
    const { statusCode = 0 } = response
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy()
      return done(proxyRejected(proxy, statusCode, target), noSocket)
    }
    done(null, connectTls({ socket, servername, rejectUnauthorized: true }))
  })
  asking.end()
}

/** A `%` that is not a valid escape is part of the password. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => Buffer.from(part.replaceAll('%', ''), 'hex').toString('utf8'))
}

/** Returns `createConnection` for node:https and its agents. */
export function throughProxy(proxy: Proxy) {
  return (
    options: { host?: string | null; port?: number | string | null; servername?: string },
    created: Connected,
  ) => {
    const { host, port, servername } = options
    const name = host ?? ''
    connectThrough(proxy, { host: name, port: Number(port ?? 443), servername: servername ?? name }, created)
    return undefined
  }
}

function proxyRejected(proxy: Proxy, status: number, target: string): AppError {
  if (status !== 407) return proxyFailed(proxy, `rejected the connection to ${target} (${status})`)
  const isSignedIn = proxy.url.username !== ''
  return new AppError(
    'net.proxy-auth',
    `The proxy ${shownProxy(proxy)} ${isSignedIn ? 'rejected the user name and password' : 'requires a user name and password'} (407). Nothing was sent.`,
    {
      suggestions: [
        `Set ${proxy.variable} to http://name:password@${proxy.url.host}. Percent-encode special characters.`,
      ],
      details: { sent: false, status, variable: proxy.variable },
    },
  )
}

function proxyFailed(proxy: Proxy, what: string): AppError {
  return new AppError('net.proxy-failed', `The proxy ${shownProxy(proxy)} ${what}. Nothing was sent.`, {
    suggestions: [
      `Check ${proxy.variable}, or ask the proxy administrator to allow the host.`,
      'If the host needs no proxy, add its name to NO_PROXY.',
    ],
    details: { sent: false, variable: proxy.variable },
  })
}
