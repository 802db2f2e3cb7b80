import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { allChecks } from '../../../src/check/areas.ts'
import { checkApp } from '../../../src/check/check-app.ts'
import { chooseChecks } from '../../../src/check/choose.ts'
import type { AppProcess, StartProcess } from '../../../src/check/harness/app-instance.ts'
import type { CheckReport } from '../../../src/check/report.ts'
import { openSink } from '../../../src/check/run/sink.ts'
import { createNodeSend } from '../../../src/client/node-send.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import { serveEmulator } from '../../../src/emulator/serve.ts'
import { busyness } from '../../../src/processes/busyness.ts'
import type { AppConfig } from '../../../src/project/app-config.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { registerForCheck } from '../../../src/tasks/check/registration.ts'
import { freePort } from '../../support/processes/free-port.ts'

const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

export interface CheckHere {
  /** The folder of app.toml. */
  readonly project: string
  /** The folder that is copied and started. */
  readonly dir: string
  /** Options of Node. */
  readonly argv: readonly string[]
  /** Variables in addition to those that every app gets. */
  readonly env?: Readonly<Record<string, string>>
  readonly shape?: 'region' | 'store'
  /** Areas and checks; all when left out. */
  readonly only?: readonly string[]
  /** What app.toml accepts, by `[[check.accepted]]`. */
  readonly accepted?: AppConfig['check']['accepted']
}

/** `app check` in this process, on a separate platform as the command has one. */
export async function checkHere({
  project,
  dir,
  argv,
  env = {},
  shape = 'region',
  only = [],
  accepted = [],
}: CheckHere): Promise<CheckReport> {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-check-here-'))
  const startedAt = performance.now()
  const now = () => new Date()
  const paths = statePaths({ env: {}, dataDir: home })
  const served = await serveEmulator({ paths, port: 0, now, version: '0.0.0-test', pid: process.pid, isInMemory: true })
  const sink = await openSink()
  try {
    const { urls, runFile } = served
    const control = createControlClient({ send, url: urls.portal, token: runFile.controlToken })
    const { config } = loadProject({ cwd: project })
    const port = await freePort()
    const registration = { config: { ...config, installScope: shape, check: { accepted } }, port, sink: sink.url }
    const { facts, environment } = await registerForCheck({ randomBytes, send }, { control, urls }, registration)
    return await checkApp(
      {
        facts,
        control,
        now,
        busyness,
        port,
        environment: (place) => ({ ...environment(place), ...env }),
        projectDir: dir,
        folder: join(home, 'apps'),
        upstream: urls.api,
        adminUrl: facts.adminUrl,
        appUrl: facts.appUrl,
        clock: () => performance.now() - startedAt,
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        freePort,
        // What a check finds does not depend on how fast this machine is; one that hangs is ended by the test's own limit.
        deadline: new AbortController().signal,
        startProcess: (start) => startProcess(start, argv),
      },
      chooseChecks(allChecks, { only, skip: [] }),
    )
  } finally {
    await sink.close()
    await served.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The app's process, which has no children that could outlive it. */
async function startProcess({ dir, env, onOutput }: StartProcess, argv: readonly string[]): Promise<AppProcess> {
  const child = spawn(process.execPath, argv, {
    cwd: dir,
    env: { PATH: '', NODE_COMPILE_CACHE: join(tmpdir(), 'svcapp-faulty-cache'), ...env },
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
