import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { allChecks } from '../../../src/check/areas.ts'
import { openSink } from '../../../src/check/bench/sink.ts'
import { checkApp } from '../../../src/check/check-app.ts'
import { chooseChecks } from '../../../src/check/choose.ts'
import type { CheckReport } from '../../../src/check/report.ts'
import { createNodeSend } from '../../../src/client/node-send.ts'
import type { Context } from '../../../src/context.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { freePort } from '../../../src/tasks/check/free-port.ts'
import { registerForCheck } from '../../../src/tasks/check/registration.ts'
import { startCheckedApp } from '../../../src/tasks/check/start-app.ts'
import { openOwnPlatform } from '../../../src/tasks/emulator/own-platform.ts'
import { makeContext } from '../../support/context.ts'

/** A platform on which one app is checked again and again, each time with other variables: a start of the app costs, a platform more. */
export interface CheckStage {
  /** Areas and ids, and what the app's process gets beside its variables. */
  readonly check: (only: readonly string[], env?: Readonly<Record<string, string>>) => Promise<CheckReport>
  readonly close: () => Promise<void>
}

/** For the app in `dir`; its platform and all processes are gone after `close`. Made inside a test. */
export async function openCheckStage(dir: string): Promise<CheckStage> {
  const context: Context = {
    ...makeContext(),
    now: () => new Date(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  }
  const project = loadProject({ cwd: dir })
  const platform = await openOwnPlatform(context, { prefix: 'svcapp-test-check-', signal: context.interrupted })
  const sink = await openSink()
  const registration = { config: project.config, port: await freePort(), sink: sink.url }
  const { facts, environment } = await registerForCheck(context, platform, registration)
  return {
    check: async (only, env = {}) => {
      const folder = mkdtempSync(join(tmpdir(), 'svcapp-test-check-'))
      const startedAt = performance.now()
      const over = new AbortController()
      const timer = setTimeout(() => over.abort(), 120_000)
      try {
        const tools = {
          facts,
          control: platform.control,
          now: context.now,
          port: await freePort(),
          clock: () => performance.now() - startedAt,
          deadline: over.signal,
          environment: (place: { port: number; baseUrl: string }) => ({ ...environment(place), ...env }),
          projectDir: project.dir,
          folder,
          upstream: platform.urls.api,
          adminUrl: facts.adminUrl,
          appUrl: facts.appUrl,
          sleep: (ms: number) => context.sleep(ms),
          freePort,
          startMs: 60_000,
          startProcess: (start: Parameters<typeof startCheckedApp>[2]) =>
            startCheckedApp({ ...context, env: { PATH: process.env['PATH'] } }, project, start),
        }
        return await checkApp(tools, chooseChecks(allChecks, { only, skip: [] }))
      } finally {
        clearTimeout(timer)
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    close: async () => {
      await sink.close()
      await platform.close(false)
    },
  }
}
