import { readFileSync } from 'node:fs'

/** A TCP socket of this machine, as Linux lists it. */
export interface TcpRow {
  /** As the kernel prints it, in hexadecimal words of four bytes. */
  readonly address: string
  readonly port: number
  readonly remotePort: number
  readonly isListening: boolean
  readonly uid: number
  /** 0 until the program has accepted the connection. Until then the user is unknown, too. */
  readonly inode: string
}

/**
 * Reads the sockets with one of these local ports from `/proc/net/tcp` and `tcp6`. A machine may have thousands of sockets, and the
 * kernel takes milliseconds to list them. Several ports are therefore read in one call, and only lines with these ports are parsed.
 */
export function readTcpRows(ports: readonly number[]): TcpRow[] {
  const wanted = ports.map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')} `)
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    const text = readTable(file)
    return [...new Set(wanted.flatMap((word) => linesWith(text, word)))]
      .map(tcpRow)
      .filter(({ port }) => ports.includes(port))
  })
}

function readTable(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // No IPv6, or /proc is not readable.
    return ''
  }
}

function linesWith(text: string, word: string): string[] {
  const lines: string[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    lines.push(text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)))
  return lines
}

/** Parses `sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode` (proc(5)); state 0A is LISTEN. */
function tcpRow(line: string): TcpRow {
  const [, local = '', remote = '', state = '', , , , uid = '', , inode = ''] = line.trim().split(/\s+/)
  const [address = '', port = ''] = local.split(':')
  return {
    address,
    port: Number.parseInt(port, 16),
    remotePort: Number.parseInt(remote.split(':')[1] ?? '', 16),
    isListening: state === '0A',
    uid: Number(uid),
    inode,
  }
}
