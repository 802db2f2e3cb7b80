import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A process of the system, as /proc has it. */
export interface SystemProcess {
  readonly pid: number
  readonly commandLine: string
}

/** Returns running processes that work in the folder or store their state in it: ours, all that they started, and their watchdogs. */
export function processesUnder(root: string): SystemProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((name) => {
      try {
        const isOurs =
          readlinkSync(`/proc/${name}/cwd`).startsWith(root) ||
          readFileSync(`/proc/${name}/environ`, 'utf8').includes(root)
        if (!isOurs) return []
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(name), commandLine }]
      } catch {
        return []
      }
    })
}

/** Returns these processes' listening sockets by inode, so that a port that another program takes meanwhile is not counted. */
export function listenersOf(processes: readonly SystemProcess[]): string[] {
  const open = new Set(processes.flatMap(({ pid }) => socketsOf(pid)))
  return listening().filter((inode) => open.has(inode))
}

/** Returns all listening TCP sockets of this machine. */
export function listening(): string[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => fields[9] ?? ''),
  )
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}

/** Returns temporary folders and files from interrupted writes. */
export function unfinished(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tmp$|svcapp-exec-[^/]*$/.test(name),
  )
}

/** Returns databases that fail SQLite's own check, with its message. A running emulator's lock is not a readable database. */
export function unsoundDatabases(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.db') && !name.endsWith('lock.db'))
    .flatMap((name) => {
      const db = new DatabaseSync(join(root, name))
      try {
        const said = String(db.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
        return said === 'ok' ? [] : [`${name}: ${said}`]
      } finally {
        db.close()
      }
    })
}
