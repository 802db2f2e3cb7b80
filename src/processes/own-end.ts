import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { isOfAnotherUser, otherEnd, type OtherEnd } from './port-owner.ts'

/** Error code of a connection that leads to another user's program. */
export const OTHER_USER = 'EOTHERUSER'

/** Error code of a connection that leads to a program other than the intended one. */
export const OTHER_PROGRAM = 'EOTHERPROGRAM'

/** Callback of `http.Agent` and of a request's `createConnection`. */
export type Created = (error: Error | null, socket: Duplex) => void

/** Returns why nothing may be sent to the other end of a connection; null if sending is allowed. */
export type RejectEnd = (end: OtherEnd) => Error | null

/**
 * Passes a new connection on as soon as its other end is known to belong to no other user of this machine; nothing is sent before. While an app
 * restarts, any user can take its port (T16). A connection to another user is closed and fails with `OTHER_USER`, or with the error of `reject`.
 */
export function whenOurs(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  created: Created,
  reject: RejectEnd = () => null,
): void {
  const fail = (error: Error) => created(error, socket)
  socket.once('error', fail)
  socket.once(ready, () => {
    socket.off('error', fail)
    const end = otherEnd(socket)
    const rejection = isOfAnotherUser(end) ? otherUser(socket) : reject(end)
    if (rejection === null) return created(null, socket)
    socket.destroy()
    fail(rejection)
  })
}

function otherUser({ remotePort }: Socket): Error {
  return Object.assign(new Error(`Port ${remotePort} is in use by another user's process.`), { code: OTHER_USER })
}

/** Connects to a port of localhost and passes the connection on as `whenOurs` does. */
export type LocalConnect = (port: number, created: Created) => void

const hosts = ['127.0.0.1', '::1'] as const

/**
 * Connects to localhost at the address on which our program listens: servers that listen on the name `localhost` often have only ::1. The
 * address that worked is tried first the next time, because some systems take seconds to report that nothing listens on the other one.
 */
export function createLocalConnect(reject?: RejectEnd): LocalConnect {
  let last: (typeof hosts)[number] = hosts[0]
  return (port, created) => {
    const second = hosts.find((host) => host !== last) ?? hosts[1]
    const attempt = (host: (typeof hosts)[number], done: Created) =>
      whenOurs(connect({ host, port }), 'connect', done, reject)
    attempt(last, (error, socket) => {
      if (error === null) return created(null, socket)
      attempt(second, (other, otherSocket) => {
        if (other === null) last = second
        created(other === null ? null : isHeld(other) ? other : error, otherSocket)
      })
    })
  }
}

/** A port in use by another program is a more useful error than a closed port. */
function isHeld({ code }: NodeJS.ErrnoException): boolean {
  return code === OTHER_USER || code === OTHER_PROGRAM
}
