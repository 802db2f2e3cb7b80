import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'

import { postgresPrograms } from './machine/needed-programs.ts'

export interface Cluster {
  /** Address of an empty database, for a user who may create others. */
  readonly url: string
  readonly stop: () => Promise<void>
}

export interface ClusterOptions {
  /** Whether it waits for the disk, as in production. */
  readonly isDurable: boolean
}

/**
 * Returns a folder that its own user (used when a test runs as root) can reach, because test
 * folders are private. It is on a disk if writes must be durable.
 */
function homeOf(isDurable: boolean): string {
  return !isDurable && existsSync('/dev/shm') ? '/dev/shm' : '/var/tmp'
}

/** Debian's folder for it may be missing on the PATH of a root without a login shell. */
const runuser = ['/usr/sbin/runuser', '/sbin/runuser'].find((path) => existsSync(path)) ?? 'runuser'

/** Starts a separate PostgreSQL that listens only on a socket in its folder. */
export async function startPostgres({ isDurable }: ClusterOptions): Promise<Cluster> {
  const programs = postgresPrograms
  if (programs === null) throw new Error('PostgreSQL is not on this machine: apt-get install postgresql.')
  const dir = mkdtempSync(join(homeOf(isDurable), 'svcapp-pg-'))
  const asUser = (program: string, args: readonly string[]): [string, string[]] => {
    const path = join(programs, program)
    // PostgreSQL refuses to run as root.
    return process.getuid?.() === 0 ? [runuser, ['-u', 'postgres', '--', path, ...args]] : [path, [...args]]
  }
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', dir])
  chmodSync(dir, 0o700)
  const data = join(dir, 'data')
  const sync = isDurable ? 'on' : 'off'
  execFileSync(...asUser('initdb', ['-D', data, '-U', 'app', '-A', 'trust', '--no-sync']), {
    cwd: '/',
    stdio: 'ignore',
  })
  const settings = ['listen_addresses=', `unix_socket_directories=${dir}`, `fsync=${sync}`, `full_page_writes=${sync}`]
  const [file, args] = asUser('postgres', ['-D', data, ...settings.flatMap((one) => ['-c', one])])
  const server = spawn(file, args, { cwd: '/', stdio: 'ignore' })
  const ended = once(server, 'exit')
  const url = `postgres://app@localhost/postgres?host=${encodeURIComponent(dir)}`
  const stop = async () => {
    // Stops it with its own program, because the spawned process may be runuser, which forwards no signal.
    execFileSync(...asUser('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']), { cwd: '/', stdio: 'ignore' })
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
  await untilThere(url, ended)
  return { url, stop }
}

async function untilThere(url: string, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (hasEnded) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
