import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pid as ownPid, platform } from 'node:process'

import { readLsof, readLsofFolder, readNetstat, readTasklist } from './port-listings.ts'
import { readTcpRows } from './tcp-rows.ts'

export interface PortHolder {
  readonly pid: number
  /** The program and its script, `node src/server.ts`, without other arguments, which may contain a secret. */
  readonly name: string
  /** Working directory; null if the system does not show it. */
  readonly folder: string | null
}

/** Formats as `node src/server.ts (pid 123) in /home/me/loyalty`. */
export function describeHolder({ name, pid, folder }: PortHolder): string {
  return `${name} (pid ${pid})${folder === null ? '' : ` in ${folder}`}`
}

/**
 * Finds the process that listens on a TCP port of this machine, using `/proc`, `lsof` or `netstat`; null if the system does not show it to this
 * user. Returns this process only if no other one listens: a listener that gets one of its two addresses asks for the holder of the other.
 */
export function findPortHolder(port: number): PortHolder | null {
  return findPortHolders([port]).get(port) ?? null
}

/** Finds the holders of several ports, on Linux for about the cost of one. Unused ports are left out. */
export function findPortHolders(ports: readonly number[]): ReadonlyMap<number, PortHolder> {
  if (platform !== 'darwin' && platform !== 'win32') return orNull(() => holdersByProc(ports)) ?? new Map()
  const find = platform === 'darwin' ? holderByLsof : holderByNetstat
  const found = ports.map((port) => [port, orNull(() => find(port))] as const)
  return new Map(found.flatMap(([port, holder]) => (holder === null ? [] : [[port, holder]])))
}

/** Returns null if the system query fails. */
function orNull<Value>(find: () => Value): Value | null {
  try {
    return find()
  } catch {
    return null
  }
}

/** Longest wait, because the result only makes an error message clearer. */
const ASK_MS = 2000

/** Returns what a system program prints. Throws if it is missing, slow or finds nothing. */
function ask(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', timeout: ASK_MS, stdio: ['ignore', 'pipe', 'ignore'] })
}

function holderByLsof(port: number): PortHolder | null {
  const found = readLsof(ask('/usr/sbin/lsof', ['+c0', '-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-F', 'pcn']), ownPid)
  if (found === null) return null
  const folder = readLsofFolder(ask('/usr/sbin/lsof', ['-a', '-p', String(found.pid), '-d', 'cwd', '-F', 'n']))
  return { ...found, folder }
}

function holderByNetstat(port: number): PortHolder | null {
  // Not `-p TCP`: that leaves out processes that listen on IPv6 only or on both, which most servers do.
  const pid = readNetstat(ask('netstat.exe', ['-ano']), { port, ownPid })
  if (pid === null) return null
  const name = readTasklist(ask('tasklist.exe', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']))
  return { pid, name: name ?? 'a process', folder: null }
}

function holdersByProc(ports: readonly number[]): Map<number, PortHolder> {
  const rows = readTcpRows(ports).filter(({ isListening }) => isListening)
  const portOf = new Map(rows.map(({ inode, port }) => [socketLink(inode), port]))
  const holders = new Map<number, PortHolder>()
  for (const [pid, link] of processesWith(new Set(portOf.keys()))) {
    const port = portOf.get(link)
    if (port === undefined || holders.has(port)) continue
    // Null for a process that has just exited.
    const holder = orNull(() => readProcess(pid))
    if (holder !== null) holders.set(port, holder)
  }
  return holders
}

/** Returns the processes that have a socket with this inode number open, on Linux. Other users' processes are hidden. */
export function socketHolders(inode: string): PortHolder[] {
  const found = orNull(() => [...processesWith(new Set([socketLink(inode)]))]) ?? []
  return found.flatMap(([pid]) => orNull(() => readProcess(pid)) ?? [])
}

function socketLink(inode: string): string {
  return `socket:[${inode}]`
}

/** Yields each process that has one of these descriptors open, this process last. */
function* processesWith(links: ReadonlySet<string>): Generator<readonly [pid: string, link: string], void> {
  if (links.size === 0) return
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  for (const pid of [...pids.filter((one) => Number(one) !== ownPid), String(ownPid)]) {
    for (const link of new Set(listDescriptors(pid))) if (links.has(link)) yield [pid, link]
  }
}

function readProcess(pid: string): PortHolder {
  const folder = readTarget(`/proc/${pid}/cwd`) || null
  return { pid: Number(pid), name: readName(pid, folder), folder }
}

/** The thread name is useless (`MainThread` for Node). A first argument that is a file of that folder is a script, so it is no secret. */
function readName(pid: string, folder: string | null): string {
  const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  if (program === '') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  const script = words.find((word) => word !== '' && !word.startsWith('-'))
  const isFile = script !== undefined && folder !== null && isFileAt(resolve(folder, script))
  return isFile ? `${basename(program)} ${script}` : basename(program)
}

function isFileAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Empty for a process of another user, and for a process that has just exited. */
function listDescriptors(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readTarget(`/proc/${pid}/fd/${fd}`))
  } catch {
    return []
  }
}

/** A descriptor may be closed between listing and reading: the one that listed this folder always is. */
function readTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
