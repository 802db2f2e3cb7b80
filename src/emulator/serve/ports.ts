import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Server } from 'node:net'

import { AppError } from '../../errors.ts'

export interface Listening {
  readonly server: Server
  readonly host: '127.0.0.1' | '::1'
  readonly port: number
}

/** Listens on one loopback address and answers with the port. Raises `emulator.port-taken` with the holder's pid where `/proc` shows it (P9). */
export function listen({ server, host, port }: Listening): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => reject(cause.code === 'EADDRINUSE' ? portTaken(port, host) : cause)
    server.once('error', fail)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', fail)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** The codes by which a machine says that it has no IPv6 loopback. */
export function isWithoutIpv6(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
}

function portTaken(port: number, host: string): AppError {
  const pid = holderOf(port)
  const holder = pid === null ? 'another process' : `process ${pid}`
  return new AppError('emulator.port-taken', `Port ${port} on ${host} is held by ${holder}.`, {
    suggestions: ['Stop that process, or choose other ports: app emulator start --port 0 picks free ones.'],
    details: { port, host, pid },
  })
}

/** Who listens on a port, as far as this user may see; null otherwise. */
export function holderOf(port: number): number | null {
  try {
    const inodes = listeningInodes(port)
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const pid = inodes.size === 0 ? undefined : pids.find((name) => holdsOne(name, inodes))
    return pid === undefined ? null : Number(pid)
  } catch {
    return null
  }
}

/** Inodes of the sockets in state 0A, which is LISTEN; local ports are hexadecimal there. */
function listeningInodes(port: number): ReadonlySet<string> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  const columns = rows.map((row) => row.trim().split(/\s+/))
  return new Set(columns.filter((row) => row[1]?.endsWith(end) && row[3] === '0A').map((row) => `socket:[${row[9]}]`))
}

function holdsOne(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.has(linkOf(`/proc/${pid}/fd/${fd}`)))
  } catch {
    // Ended meanwhile, or not ours to look at.
    return false
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
