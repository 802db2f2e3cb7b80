import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A process of the system, as /proc has it. */
export interface SystemProcess {
  readonly pid: number
  readonly commandLine: string
}

/** Processes that work in the folder or keep their state in it: ours, whatever they started, and their watchdogs. What has ended is not among them. */
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

/** Listening sockets of these processes, by their inode: a port that another program takes meanwhile is not mistaken for one of theirs. */
export function listenersOf(processes: readonly SystemProcess[]): string[] {
  const open = new Set(processes.flatMap(({ pid }) => socketsOf(pid)))
  return listening().filter((inode) => open.has(inode))
}

/** All listening TCP sockets of this machine. */
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

/** Files that were being written, and folders that were there for a while only. */
export function unfinished(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tmp$|svcapp-exec-[^/]*$/.test(name),
  )
}

/** Databases that do not pass SQLite's own check, with what it says. One that is a running emulator's lock is not a database to be read. */
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
