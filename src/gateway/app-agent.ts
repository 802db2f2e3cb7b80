import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { isOfAnotherUser } from '../machine/port-owner.ts'

/** What a connection fails with that leads to somebody else. */
export const OTHER_USER = 'EOTHERUSER'

type Created = (error: Error | null, stream: Duplex) => void

/**
 * Connections to the app. While the app restarts its port is free, and another user of this machine may take it: before anything is sent on a new
 * connection it is asked whose it is. Those that are kept alive are the app's already.
 */
export class AppAgent extends Agent {
  override createConnection(options: object, created: Created): undefined {
    // Made by http.request of a host and a port.
    const socket = connect(options as { host: string; port: number })
    const fail = (error: Error) => created(error, socket)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      if (!isOfAnotherUser(socket)) return created(null, socket)
      socket.destroy()
      fail(otherUser(socket))
    })
  }
}

function otherUser({ remotePort }: Socket): Error {
  return Object.assign(new Error(`Port ${remotePort} is held by another user of this machine.`), { code: OTHER_USER })
}
