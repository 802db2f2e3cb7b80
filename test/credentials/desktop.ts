import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { onTestFinished } from 'vitest'

import { ownSilently } from './black-hole.ts'
import { makeFolder, waitUntil } from './support.ts'

const run = promisify(execFile)

export interface Desktop {
  /** What a process of this session has in its environment. */
  readonly env: Readonly<Record<string, string>>
  readonly home: string
  /** Starts a real gnome-keyring and answers with its process; `locked` needs a keyring that an unlocked one made before. */
  readonly startKeyring: (state: 'unlocked' | 'locked') => Promise<ChildProcess>
  readonly stopKeyring: (keyring: ChildProcess) => Promise<void>
  /** Has a name of this session owned by somebody who never answers. */
  readonly ownSilently: (name: string) => Promise<void>
}

/** A separate session bus in a separate home. It starts no services by itself, so nothing answers that a test did not start. */
export async function openDesktop(): Promise<Desktop> {
  const home = makeFolder()
  const socketPath = join(home, 'bus')
  const config = join(home, 'bus.conf')
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:path=${socketPath}</listen><policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  )
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => ended(bus))
  await new Promise((resolve, reject) => {
    bus.once('error', reject)
    bus.stdout.once('data', resolve)
  })
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const env = {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socketPath}`,
    SVCAPP_HOME: join(home, 'state'),
  }
  return {
    env,
    home,
    async startKeyring(state) {
      const flags = state === 'unlocked' ? ['--unlock'] : []
      const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...flags], {
        env: { PATH: process.env['PATH'], ...env },
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      onTestFinished(() => ended(keyring))
      keyring.stdin.end('pw')
      await waitUntil(() => isOwned(env, 'org.freedesktop.secrets'))
      return keyring
    },
    stopKeyring: ended,
    async ownSilently(name) {
      onTestFinished(await ownSilently(socketPath, name))
      await waitUntil(() => isOwned(env, name))
    },
  }
}

async function isOwned(env: Desktop['env'], name: string): Promise<boolean> {
  const call = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
  ]
  const { stdout } = await run('dbus-send', [...call, `string:${name}`], { env: { PATH: process.env['PATH'], ...env } })
  return stdout.includes('true')
}

/** SIGKILL also ends a stopped process. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
