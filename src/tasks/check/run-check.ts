import { realpathSync } from 'node:fs'
import { join } from 'node:path'

import { requireKnownChecks } from '../../check/accepted.ts'
import { allChecks } from '../../check/areas.ts'
import { checkApp } from '../../check/check-app.ts'
import type { Check } from '../../check/check.ts'
import { NotStarted } from '../../check/harness/app-instance.ts'
import type { CheckReport } from '../../check/report.ts'
import type { CheckProgress } from '../../check/run/run-checks.ts'
import { openSink } from '../../check/run/sink.ts'
import type { Context } from '../../context.ts'
import { explainFailure } from '../../dev/processes/start-failure.ts'
import { AppError } from '../../errors.ts'
import { freePort } from '../../http/free-port.ts'
import { busyness } from '../../processes/busyness.ts'
import { startWatchdog } from '../../processes/watchdog.ts'
import type { Project } from '../../project/app-toml.ts'
import { openOwnPlatform, type OwnPlatform } from '../emulator/own-platform.ts'
import { endLeftovers } from './end-leftovers.ts'
import { registerForCheck } from './registration.ts'
import { startCheckedApp } from './start-app.ts'
import { startRunningClock, startTimeLimit } from './time-limit.ts'

export interface CheckRequest {
  readonly project: Project
  readonly chosen: readonly Check[]
  /** Time in ms after which the remaining checks are skipped. Null adapts to the machine's load. */
  readonly timeoutMs: number | null
}

/**
 * Checks the project's app on a separate platform and returns the report. Removes app and platform afterwards. Raises
 * `dev.app-failed` if the app does not start, `cli.interrupted`, `gateway.port-taken` and `emulator.*`.
 */
export async function runCheck(context: Context, request: CheckRequest): Promise<CheckReport> {
  const ids = allChecks.map(({ id }) => id)
  requireKnownChecks(request.project.config.check.accepted, ids)
  const { clock, close: stopClock } = startRunningClock(() => performance.now())
  const { interrupted, terminal } = context
  const limit = startTimeLimit({ clock, busyness }, request.timeoutMs)
  const line = await terminal.statusLine()
  line.show([{ text: 'Starting the app', rank: 1 }])
  const onProgress = ({ done, all, running }: CheckProgress) =>
    line.show([
      { text: `${done} of ${all} checks`, rank: 2 },
      { text: running ?? '', rank: 1 },
    ])
  const platform = await openOwnPlatform(context, {
    prefix: 'svcapp-check-',
    signal: interrupted,
    isInMemory: true,
  })
  try {
    const deadline = AbortSignal.any([limit.over, interrupted])
    const report = await checkOn(context, platform, { ...request, clock, deadline, onProgress })
    if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped. All processes of the app have exited.')
    return report
  } finally {
    line.clear()
    limit.close()
    stopClock()
    await platform.close(false)
  }
}

interface Timed extends CheckRequest {
  readonly clock: () => number
  readonly deadline: AbortSignal
  readonly onProgress: (progress: CheckProgress) => void
}

async function checkOn(context: Context, platform: OwnPlatform, request: Timed): Promise<CheckReport> {
  const { project, chosen, clock, deadline, onProgress } = request
  const { control, urls, home } = platform
  const port = await freePort()
  const sink = await openSink()
  const watchdog = startWatchdog(context.runtime.nodePath)
  let secret: string | null = null
  try {
    const registration = { config: project.config, port, sink: sink.url }
    const { facts, environment } = await registerForCheck(context, platform, registration)
    secret = facts.clientSecret
    return await checkApp(
      {
        facts,
        control,
        now: context.now,
        busyness,
        port,
        clock,
        deadline,
        onProgress,
        environment,
        projectDir: project.dir,
        folder: join(home, 'apps'),
        upstream: urls.api,
        adminUrl: facts.adminUrl,
        appUrl: facts.appUrl,
        sleep: (ms) => context.sleep(ms),
        freePort,
        startProcess: (start) => startCheckedApp(context, project, { ...start, watchdog }),
      },
      chosen,
    )
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error
    if (context.interrupted.aborted) {
      throw new AppError('cli.interrupted', 'Stopped. All processes of the app have exited.', { cause: error })
    }
    throw notStarted(error, project, deadline.aborted)
  } finally {
    await Promise.all([sink.close(), watchdog.close()])
    if (secret !== null) await endLeftovers({ folder: realpathSync(home), secret })
  }
}

function notStarted({ message, said }: NotStarted, { dir, config }: Project, isOutOfTime: boolean): AppError {
  const { message: reason, location, advice } = explainFailure({ command: config.dev.command, dir, lines: [...said] })
  const words = [location, reason].filter((part) => part !== null).join(': ')
  return new AppError('dev.app-failed', message, {
    suggestions: [
      ...(words === '' ? [] : [words]),
      isOutOfTime
        ? 'The time ran out. Retry with a longer --timeout.'
        : 'Configure the app to listen on 127.0.0.1, on the port in PORT.',
      ...(advice === null ? [] : [advice]),
    ],
    details: { place: location, reason, advice },
  })
}
