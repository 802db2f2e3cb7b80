import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { isOfAnotherUser, otherEnd, type OtherEnd } from './port-owner.ts'

/** The error code of a connection that leads to another user's program. */
export const OTHER_USER = 'EOTHERUSER'

/** The error code of a connection that leads to another program than the one that it is for. */
export const OTHER_PROGRAM = 'EOTHERPROGRAM'

/** As `http.Agent` and the `createConnection` of a request take it. */
export type Created = (error: Error | null, socket: Duplex) => void

/** Why nothing may be sent to the other end of a connection; null if it may. */
export type RejectEnd = (end: OtherEnd) => Error | null

/**
 * Hands a new connection on as soon as it is known that no other user of this machine holds its other end; before that nothing is sent. While an app
 * restarts its port is free for anybody (T16). A connection to somebody else is ended and fails with `OTHER_USER`, or as `reject` says.
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

/** Connects to a port of localhost and hands the connection on as `whenOurs` does. */
export type LocalConnect = (port: number, created: Created) => void

const hosts = ['127.0.0.1', '::1'] as const

/**
 * Connects to localhost at whichever of its two addresses a program of ours listens: servers that listen on the name `localhost` often have ::1 alone. The
 * address that worked is tried first the next time, because some systems take seconds to say that nothing listens at the other.
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

/** A port that another program has says more than one that is closed. */
function isHeld({ code }: NodeJS.ErrnoException): boolean {
  return code === OTHER_USER || code === OTHER_PROGRAM
}
