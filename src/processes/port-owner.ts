import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
// The user that this process runs as is asked here and nowhere else.
import { getuid, platform } from 'node:process'

/** Root reads everything anyway, and where a container is published it holds the port itself. */
const ROOT = 0

/**
 * Whether the other end of a connection that we made to 127.0.0.1 belongs to another user of this machine, who took the port while nobody held it. Known on
 * Linux only: elsewhere the system shows a user its own sockets and no others, so the answer is always no.
 */
export function isOfAnotherUser({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>): boolean {
  const own = getuid?.()
  if (platform !== 'linux' || own === undefined || localPort === undefined || remotePort === undefined) return false
  return readTcpRows(remotePort).some(
    (row) => row.uid !== own && row.uid !== ROOT && isOtherEnd(row, { listening: remotePort, ours: localPort }),
  )
}

interface TcpRow {
  readonly address: string
  readonly port: number
  readonly remotePort: number
  readonly state: string
  readonly uid: number
  /** 0 until the program has accepted the connection: then the user is not known either. */
  readonly inode: string
}

/** Who listens there, and who has accepted this very connection: one of them may be gone by the time we look. */
function isOtherEnd(row: TcpRow, { listening, ours }: { listening: number; ours: number }): boolean {
  if (row.port !== listening) return false
  if (row.state === '0A') return takesLoopback(row.address)
  return row.remotePort === ours && row.inode !== '0'
}

/** 127.0.0.1, all of IPv4, all of IPv6, 127.0.0.1 as IPv6 writes it; as the kernel prints them, by words of four bytes. */
const reachable = ['0100007F', '00000000', '0'.repeat(32), '0000000000000000FFFF00000100007F']

function takesLoopback(address: string): boolean {
  // A machine that writes its bytes the other way round prints them so.
  return reachable.includes(address) || /^(?:7F000001|0{20}FFFF7F000001)$/.test(address)
}

/** The rows that name the port at either end: a busy machine has thousands of others. */
function readTcpRows(port: number): TcpRow[] {
  const named = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    try {
      const lines = readFileSync(file, 'utf8').split('\n').slice(1)
      return lines.filter((line) => line.includes(named)).map(tcpRow)
    } catch {
      // No IPv6, or a /proc that is closed.
      return []
    }
  })
}

/** `sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode` (proc(5)). */
function tcpRow(line: string): TcpRow {
  const [, local = '', remote = '', state = '', , , , uid = '', , inode = ''] = line.trim().split(/\s+/)
  const [address = '', port = ''] = local.split(':')
  return {
    address,
    port: Number.parseInt(port, 16),
    remotePort: Number.parseInt(remote.split(':')[1] ?? '', 16),
    state,
    uid: Number(uid),
    inode,
  }
}
