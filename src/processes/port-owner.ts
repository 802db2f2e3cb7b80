import type { Socket } from 'node:net'
// The user that this process runs as is asked here and nowhere else.
import { getuid, platform } from 'node:process'

import { readTcpRows, type TcpRow } from './tcp-rows.ts'

/** Root reads everything anyway, and where a container is published it holds the port itself. */
const ROOT = 0

export type LocalSocket = Pick<Socket, 'localPort' | 'remotePort' | 'remoteFamily'>

/** Who is at the other end of a connection that we made to this machine. */
export interface OtherEnd {
  /** The listener that gets connections to this address; several if they share the port. */
  readonly listeners: readonly TcpRow[]
  /** The socket that has accepted this very connection. The listener may be gone by the time we look. */
  readonly accepted: readonly TcpRow[]
}

/** Known on Linux only: elsewhere the system shows a user its own sockets and no others. */
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

/** Addresses as the kernel prints them, by words of four bytes, which some machines write the other way round. */
const anyIpv6 = ['0'.repeat(32)]
const ipv4 = [
  ['0100007F', '7F000001', '0000000000000000FFFF00000100007F', '00000000000000000000FFFF7F000001'],
  ['00000000'],
  anyIpv6,
]
const ipv6 = [['00000000000000000000000001000000', '00000000000000000000000000000001'], anyIpv6]

/** Whether the other end belongs to another user of this machine, who took the port while nobody held it. */
export function isOfAnotherUser({ listeners, accepted }: OtherEnd): boolean {
  const own = getuid?.()
  return own !== undefined && [...listeners, ...accepted].some(({ uid }) => uid !== own && uid !== ROOT)
}

/** The listeners that run as this user, and no container that root publishes. */
export function ownListeners({ listeners }: OtherEnd): readonly TcpRow[] {
  return listeners.filter(({ uid }) => uid === getuid?.())
}
