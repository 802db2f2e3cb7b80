import type { Server } from 'node:net'

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

/** Listens on 127.0.0.1 and returns the port. Raises `gateway.port-taken`: no other port is ever taken instead (P9), only 0 picks a free one. */
export async function listenOnLoopback(server: Server, { port, what, holder, flag }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRINUSE' && cause.code !== 'EACCES') return reject(cause)
      const who = holder?.(port) ?? null
      const reason =
        cause.code === 'EACCES' ? 'may not be used by you' : who ? `is held by ${who}` : 'is held by another process'
      reject(
        new AppError('gateway.port-taken', `Port ${port} on 127.0.0.1, needed for the ${what}, ${reason}.`, {
          cause,
          suggestions: [`Stop that process, or choose another port: ${flag ?? '--port'} 0 picks a free one.`],
          details: { port, holder: who },
        }),
      )
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.removeAllListeners('error')
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
