import type { Socket } from 'node:net'
// The user that this process runs as is asked here and nowhere else.
import { getuid, platform } from 'node:process'

import { readTcpRows, type TcpRow } from './tcp-rows.ts'

/** Root reads everything anyway, and where a container is published it holds the port itself. */
const ROOT = 0

/**
 * Whether the other end of a connection that we made to 127.0.0.1 belongs to another user of this machine, who took the port while nobody held it. Known on
 * Linux only: elsewhere the system shows a user its own sockets and no others, so the answer is always no.
 */
export function isOfAnotherUser({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>): boolean {
  const own = getuid?.()
  if (platform !== 'linux' || own === undefined || localPort === undefined || remotePort === undefined) return false
  return readTcpRows([remotePort]).some(
    (row) => row.uid !== own && row.uid !== ROOT && isOtherEnd(row, { listening: remotePort, ours: localPort }),
  )
}

/** Who listens there, and who has accepted this very connection: one of them may be gone by the time we look. */
function isOtherEnd(row: TcpRow, { listening, ours }: { listening: number; ours: number }): boolean {
  if (row.port !== listening) return false
  if (row.isListening) return takesLoopback(row.address)
  return row.remotePort === ours && row.inode !== '0'
}

/** 127.0.0.1, all of IPv4, all of IPv6, 127.0.0.1 as IPv6 writes it; as the kernel prints them, by words of four bytes. */
const reachable = ['0100007F', '00000000', '0'.repeat(32), '0000000000000000FFFF00000100007F']

function takesLoopback(address: string): boolean {
  // A machine that writes its bytes the other way round prints them so.
  return reachable.includes(address) || /^(?:7F000001|0{20}FFFF7F000001)$/.test(address)
}
