import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { readLines } from '../../processes/read-lines.ts'
import { stopGroup } from '../../processes/stop-group.ts'
import { startWatchdog } from '../../processes/watchdog.ts'
import { ensureFolder, writeFileAtomic } from '../../storage/files.ts'
import type { TunnelProtocol } from '../tunnel.ts'
import { readLine, type CloudflaredFact } from './output.ts'

export interface CloudflaredOptions {
  readonly binary: string
  /** Gateway port on 127.0.0.1. */
  readonly port: number
  /** Name or id of the developer's own tunnel; null for a quick one. */
  readonly name: string | null
  readonly protocol: TunnelProtocol
  /** Folder for an empty configuration: with one in the home folder, cloudflared rejects quick tunnels. */
  readonly folder: string
  /** The developer's environment; only what the program needs is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly nodePath: string
  /** Pattern of an address; for tests. */
  readonly address?: RegExp | undefined
  readonly onFact: (fact: CloudflaredFact) => void
}

export interface CloudflaredRun {
  readonly pid: number
  /** Resolves when it has exited, with its exit code or signal as text. */
  readonly ended: Promise<string>
  /** Stops the whole group: SIGTERM, after 3 s SIGKILL. */
  readonly stop: () => Promise<void>
}

/** Starts cloudflared without a shell, in its own group, watched so that it stops when we exit, also by kill -9 (P15, A37). */
export async function runCloudflared(options: CloudflaredOptions): Promise<CloudflaredRun> {
  const watchdog = startWatchdog(options.nodePath)
  const child = watchdog.watch((mark) =>
    spawn(options.binary, cloudflaredArgs(options), {
      shell: false,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment(options), ...mark },
    }),
  )
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code === null ? String(signal) : `code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  readFacts(child.stdout, options)
  readFacts(child.stderr, options)
  await Promise.race([once(child, 'spawn'), ended])
  const pid = child.pid ?? 0
  void ended.then(() => watchdog.close())
  let stopping: Promise<void> | undefined
  return { pid, ended, stop: () => (stopping ??= pid === 0 ? Promise.resolve() : stopGroup(pid)) }
}

/** Never uses `debug`, which logs all headers of all requests (A37). A named tunnel's token is in its own credentials file, never an argument (T18). */
function cloudflaredArgs({ port, name, protocol, folder }: CloudflaredOptions): string[] {
  const common = ['tunnel', '--no-autoupdate', '--metrics', '127.0.0.1:0', '--loglevel', 'info', '--protocol', protocol]
  const url = `http://127.0.0.1:${port}`
  if (name !== null) return [...common, 'run', '--url', url, name]
  const config = join(folder, 'cloudflared-empty.yml')
  ensureFolder(folder)
  writeFileAtomic({ path: config, content: '{}\n' })
  return [...common, '--config', config, '--url', url]
}

/** Returns what a program needs to find its home and its network, without our variables and variables that configure cloudflared. */
function environment({ env }: CloudflaredOptions): Record<string, string> {
  const kept = ['PATH', 'HOME', 'USERPROFILE', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'LANG', 'SSL_CERT_FILE', 'SSL_CERT_DIR']
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function readFacts(stream: Readable | null, { onFact, address }: CloudflaredOptions): void {
  if (stream === null) return
  const onLine = (line: string) => {
    const fact = readLine(line, address)
    if (fact !== null) onFact(fact)
  }
  readLines(stream, { most: 4096, onLine })
}
