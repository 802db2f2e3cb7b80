import type { Server } from 'node:http'

import type { EmulatorUrls, RunFile } from '../control/contract.ts'
import { readRunFile, removeRunFile, writeRunFile } from '../control/run-file.ts'
import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import { createEmulator, type Emulator } from './app.ts'
import type { SiteName } from './hosts.ts'
import { lockFolder } from './serve/folder-lock.ts'
import { createSiteServer } from './serve/listener.ts'
import { isWithoutIpv6, listen } from './serve/ports.ts'

export interface ServeOptions {
  /** The emulator's folder and its run file, as `StatePaths` of project/ gives them. */
  readonly paths: { readonly emulatorDir: string; readonly runFile: string }
  /** The first of four ports in a row (api, admin, portal, storefront); 0 picks four free ones. 4800 when left out. */
  readonly port?: number
  /** What the environment asks to bind to; only loopback is ever bound to, and a wildcard is refused (T9). */
  readonly host?: string | undefined
  readonly now: () => Date
  readonly randomBytes?: (size: number) => Buffer
  readonly version: string
  readonly pid: number
  /** For the run file. */
  readonly startedBy?: RunFile['startedBy']
}

export interface RunningEmulator {
  readonly emulator: Emulator
  readonly urls: EmulatorUrls
  readonly runFile: RunFile
  /** Resolves when somebody asks the emulator to stop through its control interface. */
  readonly stopRequested: Promise<void>
  /** Stops listening, ends what is open, closes the databases, removes the run file. */
  readonly close: () => Promise<void>
}

const DEFAULT_PORT = 4800
const sites: readonly SiteName[] = ['api', 'admin', 'portal', 'storefront']

/**
 * Serves the emulator on four loopback ports. Raises `emulator.already-running`, `emulator.port-taken`, `emulator.bad-request` for a wildcard address,
 * and `storage.*`; whatever it had opened by then is closed again.
 */
export async function serveEmulator(options: ServeOptions): Promise<RunningEmulator> {
  refuseWildcard(options.host)
  const { paths, now, version, pid, port = DEFAULT_PORT } = options
  const unlock = lockFolder(paths.emulatorDir, () => readRunFile(paths)?.pid ?? null)
  const closers: (() => Promise<void> | void)[] = [unlock]
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    const stop = Promise.withResolvers<void>()
    const urls: Record<SiteName, string> = { api: '', admin: '', portal: '', storefront: '' }
    const emulator = createEmulator({
      dir: paths.emulatorDir,
      now,
      version,
      pid,
      urls: () => urls,
      onStop: () => stop.resolve(),
      ...defined({ randomBytes: options.randomBytes }),
    })
    closers.push(() => emulator.close())
    const servers: Server[] = []
    // All at once: each may have to wait for a connection that a browser opened in advance.
    closers.push(async () => void (await Promise.all(servers.map(endServer))))
    for (const [at, site] of sites.entries()) {
      const tools = { site, emulator, urls: () => urls }
      urls[site] = await openSite(tools, { port: port === 0 ? 0 : port + at, servers })
    }
    const { world, controlToken, startedAt } = emulator
    const runFile: RunFile = {
      id: world.id,
      pid,
      urls: { ...urls },
      controlToken,
      startedAt: startedAt.toISOString(),
      ...defined({ startedBy: options.startedBy }),
    }
    writeRunFile(paths, runFile)
    closers.push(() => removeRunFile(paths, pid))
    return { emulator, urls: runFile.urls, runFile, stopRequested: stop.promise, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Site {
  readonly site: SiteName
  readonly emulator: Emulator
  readonly urls: () => EmulatorUrls
}

interface Opening {
  readonly port: number
  /** Takes every server that listens. */
  readonly servers: Server[]
}

/** Answers with the site's address. The admin is opened as `localhost`, so it holds both loopback addresses or neither (R14, T16). */
async function openSite(tools: Site, { port, servers }: Opening): Promise<string> {
  const open = async (host: '127.0.0.1' | '::1', wanted: number) => {
    const server = createSiteServer({ ...tools, emulator: () => tools.emulator })
    const taken = await listen({ server, host, port: wanted })
    servers.push(server)
    return taken
  }
  if (tools.site !== 'admin') return `http://127.0.0.1:${await open('127.0.0.1', port)}`
  for (let tries = 0; ; tries++) {
    const taken = await open('127.0.0.1', port)
    try {
      await open('::1', taken)
      return `http://localhost:${taken}`
    } catch (error) {
      if (isWithoutIpv6(error)) return `http://localhost:${taken}`
      if (port !== 0 || tries === 10) throw error
      // A free port was picked whose twin is held: give it back and take another.
      await Promise.all(servers.splice(-1).map(endServer))
    }
  }
}

/** Idle connections are ended at once, a request under way gets a moment. */
function endServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 1000).unref()
  })
}

const wildcards = /^(0+(\.0+){0,3}|0x0+|\[?::(0{0,4})?\]?|\[?(0{1,4}:){7}0{1,4}\]?|\*)$/i

function refuseWildcard(host: string | undefined): void {
  if (host === undefined || !wildcards.test(host.trim())) return
  throw new AppError('emulator.bad-request', `The emulator listens on this machine only, not on ${host}.`, {
    suggestions: ['Unset HOST.'],
  })
}
