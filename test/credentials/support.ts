import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import type { Context } from '../../src/context.ts'
import type { CredentialKey } from '../../src/credentials/credentials.ts'
import { openCredentials } from '../../src/credentials/policy.ts'
import { statePaths } from '../../src/project/paths.ts'
import { NOON } from '../support/context.ts'
import { compileCacheOfTests } from '../support/processes/compile-cache.ts'
import type { Drive, Driven } from './drive.ts'

export const LIVE = 'https://shop.example.com'
export const EMULATOR = 'emulator:0f3a'

/** In the three shapes of the platform; planted to be looked for. */
export const TOKEN = 'svcapp_1001_7_Qm9vb29vb29vb29vb29vb29vb29vb29v'
export const CLIENT_SECRET = 'cs_planted0client0secret0planted0client0secret'

export function tokenKey(identity: string, storeId = 1001): CredentialKey {
  return { identity, appKey: 'app.acme.loyalty', kind: 'token', storeId, regionId: 7 }
}

export function secretKey(identity: string, appKey = 'app.acme.loyalty'): CredentialKey {
  return { identity, appKey, kind: 'client-secret' }
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-credentials-'))
  chmodSync(folder, 0o700)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** The credentials of a context on a machine without a keychain; its person is asked if there is one. */
export function withoutKeychain<C extends Pick<Context, 'env' | 'paths' | 'terminal'>>(context: C) {
  const { env, paths, terminal } = context
  const credentials = openCredentials({
    // No D-Bus session.
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined },
    nodePath: process.execPath,
    platform: 'linux',
    paths,
    isEmulator: false,
    now: () => NOON,
    askPassphrase: async (question) => (terminal.isInteractive ? terminal.ask.password(question) : null),
    offerFile: async (message) => terminal.isInteractive && terminal.ask.confirm({ message }),
    cost: { N: 1024, r: 8, p: 1 },
  })
  return { ...context, credentials: async () => credentials }
}

/** Paths of state in its own folder, which does not exist yet. */
export function makePaths() {
  return statePaths({ env: {}, dataDir: join(makeFolder(), 'state') })
}

export interface DriveOptions extends Drive {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A shell command to run before, such as `umask 000`. */
  readonly before?: string
}

/** Runs the steps in another process and answers when that one has ended by itself. */
export function drive({ env, before = 'true', ...work }: DriveOptions): Promise<Driven & { readonly ms: number }> {
  const startedAt = performance.now()
  const script = join(import.meta.dirname, 'drive.ts')
  const child = spawn('/bin/sh', ['-c', `${before}; exec "$0" "$1"`, process.execPath, script], {
    env: { PATH: process.env['PATH'], ...compileCacheOfTests(), ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  child.stdin.end(JSON.stringify(work))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`drive.ts ended with ${code}: ${stderr}`))
      resolve({ ...(JSON.parse(stdout) as Driven), ms: performance.now() - startedAt })
    })
  })
}

/** All files and folders below, with the folder itself. */
export function everythingIn(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
}

/** The files below that hold this text. */
export function filesWith(folder: string, text: string): string[] {
  return everythingIn(folder).filter((path) => statSync(path).isFile() && readFileSync(path).includes(text))
}

export interface SeenProcess {
  readonly pid: number
  readonly cmdline: string
}

/** Every living process that this user may look at (Linux). */
export function processes(): SeenProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
      const cmdline = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return isZombie ? [] : [{ pid: Number(pid), cmdline }]
    } catch {
      return []
    }
  })
}

/** The keychain processes of this test's own folder or session, recognised by something in their environment. */
export function programsWith(mark: string): SeenProcess[] {
  return processes().filter(({ pid, cmdline }) => {
    try {
      return cmdline.includes('keychain-program') && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}

/** Waits as long as a test may take: a process starts late on a busy machine. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTrue, { interval: 20 }).toBe(true)
}
