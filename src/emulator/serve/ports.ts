import type { Server } from 'node:net'

import { AppError } from '../../errors.ts'
import { describeHolder, findPortHolder } from '../../processes/port-holder.ts'
import { escapeCell } from '../../text/escape.ts'

export interface Listening {
  readonly server: Server
  readonly host: '127.0.0.1' | '::1'
  readonly port: number
}

/** Listens on one loopback address and returns the port. Raises `emulator.port-taken` with the owner's pid if the system shows it (P9). */
export function listen({ server, host, port }: Listening): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => reject(cause.code === 'EADDRINUSE' ? portTaken(port, host) : cause)
    server.once('error', fail)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', fail)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function portTaken(port: number, host: string): AppError {
  const found = findPortHolder(port)
  const pid = found?.pid ?? null
  const holder = found === null ? 'another process' : escapeCell(describeHolder(found))
  return new AppError('emulator.port-taken', `Port ${port} on ${host} is in use by ${holder}.`, {
    suggestions: ['Stop that process, or use free ports: app emulator start --port 0, or app dev --emulator-port 0'],
    details: { port, host, pid },
  })
}
