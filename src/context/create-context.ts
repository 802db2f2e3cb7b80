import type { Context } from '../context.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Keychain } from '../credentials/keychain.ts'
import { asError } from '../errors/thrown.ts'
import { ownSecrets } from '../processes/child-env.ts'
import { statePaths, type StatePaths } from '../project/paths.ts'
import { choosePlatform } from '../project/platforms/choose-platform.ts'
import { readStdin } from '../terminal/stdin.ts'
import { createTerminal } from '../terminal/terminal.ts'
import { openBrowser } from './browser.ts'
import { closeState } from './close-state.ts'
import { dataDir } from './data-dir.ts'
import { disableEcho } from './echo.ts'
import { createForeground } from './foreground.ts'
import { patientSend } from './patient-send.ts'
import { interruptedSignal, standardOutput, standardStream } from './signals.ts'

/** The part of oclif's `Config` that is used; a plain object is enough. */
export interface ContextConfig {
  readonly root: string
  readonly version: string
}

/** Flags that determine the state folder. */
export interface PlaceFlags {
  readonly platform?: string | undefined
  readonly config?: string | undefined
}

/**
 * Creates the real environment. Cheap: everything expensive is loaded on first use. `flags` are those
 * of the command line, read when a path is first needed; `folder` replaces the working folder.
 */
export function createContext(
  { root, version }: ContextConfig,
  flags: () => PlaceFlags = () => ({}),
  folder?: string,
): Context {
  const env = takeEnvironment()
  const cwd = folder ?? currentFolder(env)
  const terminal = createTerminal({
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return standardOutput()
    },
    get stderr() {
      return process.stderr
    },
    env,
    interrupted: interruptedSignal,
    disableEcho,
    // Acts like a signal from outside: the handlers are installed, and a second press exits immediately.
    interrupt: () => process.kill(process.pid, 'SIGINT'),
    onContinued: (listener) => {
      process.on('SIGCONT', listener)
      return () => process.off('SIGCONT', listener)
    },
  })
  let place: StatePaths | undefined
  const paths = (): StatePaths => {
    if (place !== undefined) return place
    const found = statePaths({
      env,
      dataDir: env['SVCAPP_HOME'] ? '' : dataDir({ env, platform: process.platform, userHome }),
    })
    closeState(found, (line) => terminal.note(line))
    const { platform: flag, config: registration = found.registration } = flags()
    place = choosePlatform({ ...found, registration }, { flag, env, cwd })
    return place
  }
  return {
    env,
    cwd,
    version,
    packageRoot: root,
    now: () => new Date(),
    sleep,
    randomBytes: (size) => process.getBuiltinModule('node:crypto').randomBytes(size),
    terminal,
    get paths() {
      return paths()
    },
    readStdin,
    channel: () => ({ input: process.stdin, output: standardStream() }),
    send: lazySend(env, terminal),
    get interrupted() {
      return interruptedSignal()
    },
    openBrowser: (url) => openBrowser(url, { env, home: () => paths().home }),
    credentials: lazyCredentials({ env, paths, terminal }),
    runtime: {
      nodePath: process.execPath,
      script: process.argv[1] ?? '',
      // Set by bin/run.js when it switches to the pinned runtime of a checkout.
      systemNodeTooOld: env['SVCAPP_SYSTEM_NODE'] !== undefined,
      pid: process.pid,
      versions: { node: process.versions.node, sqlite: process.versions['sqlite'] ?? '0' },
      platform: process.platform,
      machine: `${process.platform}-${process.arch}`,
    },
    agent: async () => {
      const { determineAgent } = await import('@vercel/detect-agent')
      const { agent } = await determineAgent()
      return agent?.name ?? null
    },
    foreground: createForeground,
  }
}

/** Returns the working folder. For a deleted one, only the shell's variable has the path, and many commands work without the folder. */
function currentFolder(env: Context['env']): string {
  try {
    return process.cwd()
  } catch {
    return env['PWD'] || '/'
  }
}

/**
 * Returns our copy of the environment and removes our secrets from the process's own, because the
 * browser and other programs inherit it.
 */
function takeEnvironment(): Context['env'] {
  const entries = Object.entries(process.env)
  for (const name of ownSecrets) delete process.env[name]
  // PATH is also Path on Windows, but not in a copy.
  const isWindows = process.platform === 'win32'
  taken ??= Object.fromEntries(isWindows ? entries.map(([name, value]) => [name.toUpperCase(), value]) : entries)
  return taken
}

/** Taken once per process: a second context finds the secrets here, because the process no longer has them. */
let taken: Context['env'] | undefined

function lazySend(env: Context['env'], terminal: Context['terminal']): Context['send'] {
  let send: Context['send'] | undefined
  return async (request) => {
    const { createNodeSend } = await import('../client/node-send.ts')
    send ??= patientSend(createNodeSend({ builtin: process.getBuiltinModule.bind(process), env }), { terminal })
    return send(request)
  }
}

/** One of each kind and one keychain for the whole command, so that a silent keychain delays it once and a notice appears once. */
function lazyCredentials({
  env,
  paths,
  terminal,
}: Pick<Context, 'env' | 'terminal'> & { readonly paths: () => StatePaths }): Context['credentials'] {
  const opened = new Map<boolean, Credentials>()
  let keychain: Keychain | undefined
  return async ({ isEmulator }) => {
    const [{ openCredentials }, { createKeychain }] = await Promise.all([
      import('../credentials/policy.ts'),
      import('../credentials/keychain.ts'),
    ])
    const machine = { env, nodePath: process.execPath, platform: process.platform }
    keychain ??= createKeychain(machine)
    const options = {
      ...machine,
      askPassphrase: passphraseFrom(terminal),
      offerFile: async (message: string) => terminal.isInteractive && terminal.ask.confirm({ message, default: true }),
      paths: paths(),
      isEmulator,
      keychain,
      notice: (line: string) => terminal.note(line),
      now: () => new Date(),
    }
    const known = opened.get(isEmulator) ?? openCredentials(options)
    opened.set(isEmulator, known)
    return known
  }
}

/** Checks for a terminal only when a passphrase is needed, because the check costs 2 ms. */
function passphraseFrom(terminal: Context['terminal']): (question: { message: string }) => Promise<string | null> {
  return async (question) => (terminal.isInteractive ? terminal.ask.password(question) : null)
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(asError(signal.reason))
    const stop = () => {
      clearTimeout(timer)
      reject(asError(signal?.reason))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Not `homedir()`, which returns HOME even if it is empty. */
function userHome(): string {
  return process.getBuiltinModule('node:os').userInfo().homedir
}
