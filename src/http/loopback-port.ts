import { createServer, type Server } from 'node:net'

import { AppError } from '../errors.ts'

export interface ListenOptions {
  readonly port: number
  /** What the port is for, in the user's words: `gateway`. */
  readonly what: string
  /** Who holds a port, as far as the machine tells. */
  readonly holder?: (port: number) => string | null
  /** The flag that chooses another port: `--port`. */
  readonly flag?: string
}

/** How many free ports are tried whose twin is held. */
const TRIES = 10

/**
 * Listens on both addresses of localhost, or on 127.0.0.1 alone where the machine has no IPv6, and returns the port. Raises `gateway.port-taken`: no other port
 * is ever taken instead (P9), only 0 picks a free one.
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

/** The codes by which a machine says that it has no IPv6 loopback. */
export function isWithoutIpv6(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(String((error as NodeJS.ErrnoException).code))
}

/** The connections of the twin are the server's, which closes them itself. */
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
  return new AppError('gateway.port-taken', `Port ${port} on ${host}, needed for the ${what}, ${reason}.`, {
    cause,
    suggestions: [`Stop that process, or choose a free port with ${flag ?? '--port'} 0.`],
    details: { port, holder: who },
  })
}
