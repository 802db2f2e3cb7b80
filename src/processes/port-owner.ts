import type { Socket } from 'node:net'
// No other file reads the user id of this process.
import { getuid, platform } from 'node:process'

import { readTcpRows, type TcpRow } from './tcp-rows.ts'

/** Root can read everything anyway, and holds the port itself if a container is published. */
const ROOT = 0

export type LocalSocket = Pick<Socket, 'localPort' | 'remotePort' | 'remoteFamily'>

/** The program at the other end of a connection that we made to this machine. */
export interface OtherEnd {
  /** The listener that receives connections to this address; several if they share the port. */
  readonly listeners: readonly TcpRow[]
  /** The socket that accepted this connection. The listener may have exited by the time of the check. */
  readonly accepted: readonly TcpRow[]
}

/** Returns the other end, on Linux only: other systems show a user only its own sockets. */
export function otherEnd({ localPort, remotePort, remoteFamily }: LocalSocket): OtherEnd {
  if (platform !== 'linux' || localPort === undefined || remotePort === undefined)
    return { listeners: [], accepted: [] }
  const rows = readTcpRows([remotePort])
  // The kernel gives a connection to the listener with the most specific address.
  const ranks = remoteFamily === 'IPv6' ? ipv6 : ipv4
  const byRank = ranks.map((addresses) => rows.filter((row) => row.isListening && addresses.includes(row.address)))
  return {
    listeners: byRank.find((found) => found.length > 0) ?? [],
    accepted: rows.filter((row) => !row.isListening && row.remotePort === localPort && row.inode !== '0'),
  }
}

/** Addresses as the kernel prints them, in words of four bytes whose byte order depends on the machine. */
const anyIpv6 = ['0'.repeat(32)]
const ipv4 = [
  ['0100007F', '7F000001', '0000000000000000FFFF00000100007F', '00000000000000000000FFFF7F000001'],
  ['00000000'],
  anyIpv6,
]
const ipv6 = [['00000000000000000000000001000000', '00000000000000000000000000000001'], anyIpv6]

/** Returns whether the other end belongs to another user of this machine, who took the port while it was free. */
export function isOfAnotherUser({ listeners, accepted }: OtherEnd): boolean {
  const own = getuid?.()
  return own !== undefined && [...listeners, ...accepted].some(({ uid }) => uid !== own && uid !== ROOT)
}

/** Returns the listeners that run as this user, without containers that root publishes. */
export function ownListeners({ listeners }: OtherEnd): readonly TcpRow[] {
  return listeners.filter(({ uid }) => uid === getuid?.())
}
