import { spawn } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { isCi } from '../terminal/style.ts'
import { isNewer } from '../text/is-newer.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface UpdateTools {
  readonly env: Environment
  /** Current time in Unix ms. */
  readonly now: number
  /** Package name in package.json. */
  readonly name: string
  readonly version: string
  readonly nodePath: string
  /** Writes a line to stderr. */
  readonly write: (line: string) => void
}

/** Data saved between two starts, in the user's cache folder. */
interface UpdateNote {
  /** Time of the last check in Unix ms, or 0. */
  readonly checkedAt: number
  readonly notifiedAt: number
  readonly latest: string | null
}

const DAY_MS = 86_400_000
const plainVersion = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

/**
 * Reports a newer version once a day. Once a day a separate process asks npm, so that no command waits for
 * the response. The caller ensures that there is a terminal. Never throws, because the notice is optional.
 */
export function reportOfUpdate(tools: UpdateTools): void {
  const { env, now, version, name, write } = tools
  const file = cacheFile(env)
  if (file === null || isSwitchedOff(env)) return
  try {
    let known = readUpdateNote(file)
    if (now - known.checkedAt >= DAY_MS) {
      known = { ...known, checkedAt: now }
      // Written before the request, so that only one of two simultaneous starts asks.
      writeUpdateNote(file, known)
      lookUp(tools, file)
    }
    if (known.latest === null || !isNewer(known.latest, version) || now - known.notifiedAt < DAY_MS) return
    writeUpdateNote(file, { ...known, notifiedAt: now })
    write(
      `${name} ${known.latest} is available (you have ${version}): npm install -g ${name}  (turn this off: SVCAPP_UPDATE_CHECK=0)`,
    )
  } catch {
    // The cache is not writable or the process cannot start.
  }
}

/** Returns the newest version in npm's last response if it is newer than this one. Sends no request. */
export function knownUpdate(env: Environment, version: string): string | null {
  const file = cacheFile(env)
  const latest = file === null ? null : readUpdateNote(file).latest
  return latest !== null && isNewer(latest, version) ? latest : null
}

function isSwitchedOff(env: Environment): boolean {
  const isSet = (name: string) => Boolean(env[name]) && env[name] !== '0'
  return env['SVCAPP_UPDATE_CHECK'] === '0' || isSet('NO_UPDATE_NOTIFIER') || isSet('DO_NOT_TRACK') || isCi(env)
}

/** Returns the file next to the compile cache of bin/run.js, which creates the folder. */
function cacheFile({ XDG_CACHE_HOME: xdg, LOCALAPPDATA: local, HOME: home }: Environment): string | null {
  const base = xdg || local || (home && join(home, '.cache'))
  return base ? join(base, 'svcapp', 'update.json') : null
}

function readUpdateNote(file: string): UpdateNote {
  try {
    const { checkedAt, notifiedAt, latest } = JSON.parse(readFileSync(file, 'utf8')) as Partial<
      Record<keyof UpdateNote, unknown>
    >
    return {
      checkedAt: typeof checkedAt === 'number' ? checkedAt : 0,
      notifiedAt: typeof notifiedAt === 'number' ? notifiedAt : 0,
      latest: typeof latest === 'string' && plainVersion.test(latest) ? latest : null,
    }
  } catch {
    return { checkedAt: 0, notifiedAt: 0, latest: null }
  }
}

function writeUpdateNote(file: string, known: UpdateNote): void {
  const temporary = `${file}.${known.checkedAt}.${known.notifiedAt}.tmp`
  writeFileSync(temporary, `${JSON.stringify(known)}\n`, { mode: 0o600 })
  renameSync(temporary, file)
}

/** Kept as text because the published package is one bundle without separate scripts. */
const script = `
const { execFile } = require('node:child_process')
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const [, file, name] = process.argv
const options = { timeout: 20000, killSignal: 'SIGKILL', windowsHide: true, shell: process.platform === 'win32' }
execFile('npm', ['view', name, 'version', '--json'], options, (error, stdout) => {
  if (error) return
  const latest = JSON.parse(stdout)
  if (typeof latest !== 'string' || !/^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$/.test(latest)) return
  const known = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file + '.new', JSON.stringify({ ...known, latest }) + '\\n', { mode: 0o600 })
  renameSync(file + '.new', file)
})
process.on('uncaughtException', () => process.exit(1))
`

/**
 * Asks npm's configured registry from the home folder, because a project's .npmrc must not redirect
 * the request. The process gets no environment of this tool, and no command waits for it.
 */
function lookUp({ env, nodePath, name }: UpdateTools, file: string): void {
  const passedOn = Object.entries(env).filter(([variable]) => !/^(?:SVCAPP_|NODE_OPTIONS$)/.test(variable))
  const child = spawn(nodePath, ['-e', script, file, name], {
    cwd: env['HOME'] ?? env['USERPROFILE'],
    env: { ...allProxy(env), ...Object.fromEntries(passedOn) },
    stdio: 'ignore',
    detached: true,
    windowsHide: true,
  })
  child.on('error', () => {})
  child.unref()
}

/** Sets HTTPS_PROXY from ALL_PROXY, which npm does not read. */
function allProxy(env: UpdateTools['env']): { readonly https_proxy?: string } {
  const all = env['all_proxy'] || env['ALL_PROXY']
  return all && !env['https_proxy'] && !env['HTTPS_PROXY'] ? { https_proxy: all } : {}
}
