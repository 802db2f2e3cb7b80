import { createServer, type Server } from 'node:net'

import { AppError } from '../errors.ts'

export interface ListenOptions {
  readonly port: number
  /** Purpose of the port in the user's terms: `gateway`. */
  readonly what: string
  /** Returns the process that uses a port, if known. */
  readonly holder?: (port: number) => string | null
  /** Flag that sets another port: `--port`. */
  readonly flag?: string
}

/** Number of free ports that are tried if the same port on the other address is in use. */
const TRIES = 10

/**
 * Listens on both addresses of localhost, or only on 127.0.0.1 if the machine has no IPv6, and returns the
 * port. Raises `gateway.port-taken`: no other port is ever used instead (P9), only 0 selects a free one.
 */
export async function listenOnLoopback(server: Server, options: ListenOptions): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = await listenAt(server, '127.0.0.1', options)
    const twin = createServer(
      { allowHalfOpen: true, noDelay: true },
      (socket) => void server.emit('connection', socket),
    )
    try {
      await listenAt(twin, '::1', { ...options, port })
    } catch (error) {
      if (isWithoutIpv6(error)) return port
      await new Promise((resolve) => void server.close(resolve))
      if (options.port !== 0 || tries === TRIES) throw error
      continue
    }
    closeWith(server, twin)
    return port
  }
}

/** Error codes of a machine without IPv6 loopback. */
export function isWithoutIpv6(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(String((error as NodeJS.ErrnoException).code))
}

/** The connections of the second listener belong to the server, which closes them itself. */
function closeWith(server: Server, twin: Server): void {
  const close = server.close.bind(server)
  server.close = (done) => {
    twin.close()
    return close(done)
  }
}

function listenAt(server: Server, host: string, options: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => reject(portError(host, options, cause))
    server.once('error', fail)
    server.listen({ host, port: options.port, exclusive: true }, () => {
      server.off('error', fail)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : options.port)
    })
  })
}

function portError(host: string, { port, what, holder, flag }: ListenOptions, cause: NodeJS.ErrnoException): Error {
  if (cause.code !== 'EADDRINUSE' && cause.code !== 'EACCES') return cause
  const who = holder?.(port) ?? null
  const reason =
    cause.code === 'EACCES'
      ? 'is not permitted for this user'
      : who
        ? `is in use by ${who}`
        : 'is in use by another process'
  const free = `a free port with ${flag ?? '--port'} 0`
  return new AppError('gateway.port-taken', `Port ${port} on ${host}, needed for the ${what}, ${reason}.`, {
    cause,
    suggestions: [cause.code === 'EACCES' ? `Choose ${free}.` : `Stop that process, or choose ${free}.`],
    details: { port, holder: who },
  })
}
