import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { isOfAnotherUser } from './port-owner.ts'

/** The error code of a connection that leads to another user's program. */
export const OTHER_USER = 'EOTHERUSER'

/** As `http.Agent` and the `createConnection` of a request take it. */
export type Created = (error: Error | null, socket: Duplex) => void

/**
 * Hands a new connection on as soon as it is known that no other user of this machine holds its other end; before that nothing is sent. While an app
 * restarts its port is free for anybody (T16). A connection to somebody else is ended and fails with `OTHER_USER`.
 */
export function whenOurs(socket: Socket, ready: 'connect' | 'secureConnect', created: Created): void {
  const fail = (error: Error) => created(error, socket)
  socket.once('error', fail)
  socket.once(ready, () => {
    socket.off('error', fail)
    if (!isOfAnotherUser(socket)) return created(null, socket)
    const refusal = otherUser(socket)
    socket.destroy()
    fail(refusal)
  })
}

function otherUser({ remotePort }: Socket): Error {
  return Object.assign(new Error(`Port ${remotePort} is held by another user of this machine.`), { code: OTHER_USER })
}
