import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { platform } from 'node:process'

import { readLsof, readLsofFolder, readNetstat, readTasklist } from './port-listings.ts'

export interface PortHolder {
  readonly pid: number
  /** The program and the script that it runs, `node src/server.ts`, without other arguments: those may hold a secret. */
  readonly name: string
  /** Where it runs; null where the system does not tell. */
  readonly folder: string | null
}

/** `node src/server.ts (pid 123) in /home/me/loyalty`. */
export function describeHolder({ name, pid, folder }: PortHolder): string {
  return `${name} (pid ${pid})${folder === null ? '' : ` in ${folder}`}`
}

/** Who listens on a TCP port of this machine, as far as the system shows it to this user: by `/proc`, `lsof` or `netstat`; null where it does not. */
export function findPortHolder(port: number): PortHolder | null {
  try {
    if (platform === 'darwin') return holderByLsof(port)
    if (platform === 'win32') return holderByNetstat(port)
    const inodes = listeningInodes(port)
    return inodes.size === 0 ? null : processHolding(inodes)
  } catch {
    return null
  }
}

/** It only makes an error clearer: nobody waits for it longer than this. */
const ASK_MS = 2000

/** What a program of the system prints; throws where it is not there, is slow or finds nothing. */
function ask(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', timeout: ASK_MS, stdio: ['ignore', 'pipe', 'ignore'] })
}

function holderByLsof(port: number): PortHolder | null {
  const found = readLsof(ask('/usr/sbin/lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-F', 'pcn']))
  if (found === null) return null
  const folder = readLsofFolder(ask('/usr/sbin/lsof', ['-a', '-p', String(found.pid), '-d', 'cwd', '-F', 'n']))
  return { ...found, folder }
}

function holderByNetstat(port: number): PortHolder | null {
  const pid = readNetstat(ask('netstat.exe', ['-ano', '-p', 'TCP']), port)
  if (pid === null) return null
  const name = readTasklist(ask('tasklist.exe', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']))
  return { pid, name: name ?? 'a process', folder: null }
}

/** State 0A of /proc/net/tcp and tcp6 is LISTEN; the local port is hexadecimal. */
function listeningInodes(port: number): Set<string> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
  const fields = lines.map((line) => line.trim().split(/\s+/))
  return new Set(
    fields.filter(([, local, , state]) => local?.endsWith(wanted) && state === '0A').map((at) => at[9] ?? ''),
  )
}

function processHolding(inodes: ReadonlySet<string>): PortHolder | null {
  const links = new Set([...inodes].map((inode) => `socket:[${inode}]`))
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (descriptorsOf(pid).some((link) => links.has(link))) {
      const folder = targetOf(`/proc/${pid}/cwd`) || null
      return { pid: Number(pid), name: nameOf(pid, folder), folder }
    }
  }
  return null
}

/** The name of the thread that started it says nothing (`MainThread` for Node); a first argument that is a file of that folder is a script and no secret. */
function nameOf(pid: string, folder: string | null): string {
  const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  if (program === '') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  const script = words.find((word) => word !== '' && !word.startsWith('-'))
  const isFile = script !== undefined && folder !== null && isFileAt(resolve(folder, script))
  return isFile ? `${basename(program)} ${script}` : basename(program)
}

function isFileAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Empty for a process of another user, and for one that has just ended. */
function descriptorsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`))
  } catch {
    return []
  }
}

/** A descriptor may be closed between listing and reading: the one that listed this very folder always is. */
function targetOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
