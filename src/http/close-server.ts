import type { Server } from 'node:http'

/** Closes a server and all its connections; resolves when all are closed. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
