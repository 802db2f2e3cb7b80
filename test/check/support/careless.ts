import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { allChecks } from '../../../src/check/areas.ts'
import type { AppProcess, StartProcess } from '../../../src/check/bench/app-instance.ts'
import { openSink } from '../../../src/check/bench/sink.ts'
import { checkApp } from '../../../src/check/check-app.ts'
import { chooseChecks } from '../../../src/check/choose.ts'
import type { CheckReport } from '../../../src/check/report.ts'
import { createNodeSend } from '../../../src/client/node-send.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import { serveEmulator } from '../../../src/emulator/serve.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { freePort } from '../../../src/tasks/check/free-port.ts'
import { registerForCheck } from '../../../src/tasks/check/registration.ts'

const project = join(import.meta.dirname, '../../apps/careless')

export interface CarelessRun {
  /** Of a defect or a variation; nothing for the app as it is right. */
  readonly careless?: string
  readonly shape?: 'region' | 'store'
  /** Areas and checks; all when left out. */
  readonly only?: readonly string[]
}

export interface CarelessBench {
  /** `app check` of the careless app, in this process: each run as an app of its own, with its own stores, on the platform that all share. */
  readonly check: (run?: CarelessRun) => Promise<CheckReport>
  readonly close: () => Promise<void>
}

/** One platform for many checks. */
export async function openCarelessBench(): Promise<CarelessBench> {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-careless-'))
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const now = () => new Date()
  const paths = statePaths({ env: {}, dataDir: home })
  const served = await serveEmulator({ paths, port: 0, now, version: '0.0.0-test', pid: process.pid })
  const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
  const { urls, runFile } = served
  const control = createControlClient({ send, url: urls.portal, token: runFile.controlToken })
  const sink = await openSink()
  const { config } = loadProject({ cwd: project })
  let runs = 0
  return {
    check: async ({ careless = '', shape = 'region', only = [] } = {}) => {
      runs += 1
      const own = { ...config, key: `${config.key}-${runs}`, installScope: shape }
      const port = await freePort()
      const startedAt = performance.now()
      const platform = { control, urls }
      const { facts, environment } = await registerForCheck({ randomBytes }, platform, {
        config: own,
        port,
        sink: sink.url,
      })
      return checkApp(
        {
          facts,
          control,
          now,
          port,
          environment: (place) => ({ ...environment(place), CARELESS: careless }),
          projectDir: project,
          folder: join(home, `apps-${runs}`),
          upstream: urls.api,
          adminUrl: facts.adminUrl,
          appUrl: facts.appUrl,
          clock: () => performance.now() - startedAt,
          sleep,
          freePort,
          startMs: 30_000,
          deadline: AbortSignal.timeout(60_000),
          startProcess,
        },
        chooseChecks(allChecks, { only, skip: [] }),
      )
    },
    close: async () => {
      await sink.close()
      await served.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** The app's process, which has no children that could outlive it. */
async function startProcess({ dir, env, onOutput }: StartProcess): Promise<AppProcess> {
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: dir,
    env: { PATH: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk: Buffer) => onOutput('stdout', chunk))
  child.stderr.on('data', (chunk: Buffer) => onOutput('stderr', chunk))
  const ended = once(child, 'exit').then(([code, signal]) => String(code ?? signal))
  await once(child, 'spawn')
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    child.kill(signal)
    await ended
  }
  return { pid: child.pid ?? 0, ended, stop: end('SIGTERM'), kill: end('SIGKILL') }
}
