import { AppError } from '../../errors.ts'
import { isListening } from '../../http/listening.ts'
import { localAddress } from '../../project/registration.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import type { DevContext } from '../context.ts'
import { portHolder } from '../ports/holder.ts'
import { requireTrust } from '../trust.ts'
import { startAppProcess, type AppProcess } from './app-process.ts'
import { limitOutput } from './output-limit.ts'
import { explainFailure, type StartFailure } from './start-failure.ts'
import { untilListening, type NotListening } from './until-listening.ts'

/** Number of output lines searched for the reason of an exit. */
const KEPT_LINES = 60

/** Checks the command and the port before anything starts. Raises `dev.untrusted`, and `gateway.port-taken` for a fixed port in use. */
export async function requireRunnable(dev: DevContext): Promise<void> {
  const { tools, options } = dev
  const { config, dir } = options.project
  await requireTrust(tools.trust, { paths: tools.paths, dir, command: config.dev.command })
  if (!options.movableParts?.has('app')) await requireFreeAppPort(dev)
}

/** Raises `gateway.port-taken` if another program listens on the app's port. */
async function requireFreeAppPort({ options }: DevContext): Promise<void> {
  const { port } = options.project.config.dev
  if (!(await isListening(port))) return
  const holder = portHolder(port)
  throw new AppError('gateway.port-taken', `Port ${port} of the app is in use by ${holder ?? 'another process'}.`, {
    suggestions: ['Stop that process, or change dev.port in app.toml.'],
    details: { port, holder },
  })
}

export interface AppStart {
  readonly appEnv: Readonly<Record<string, string>>
  /** Values that are masked wherever the app prints them. */
  readonly secrets: readonly string[]
}

/**
 * Starts the app's process and waits until it listens. Raises `dev.app-failed` with the app's output,
 * `gateway.port-taken`, and the reason of `given` if that is aborted. The process has exited then.
 */
export async function startApp(
  dev: DevContext,
  { appEnv, secrets }: AppStart,
  given: AbortSignal,
): Promise<AppProcess> {
  const { tools, options, emit } = dev
  const { config, dir } = options.project
  const { command } = config.dev
  await requireFreeAppPort(dev)
  given.throwIfAborted()
  const lines: string[] = []
  const startedAt = performance.now()
  const limited = (stream: 'stdout' | 'stderr') =>
    limitOutput({
      sleep: (ms) => tools.sleep(ms, dev.signal),
      show: (line) => emit({ event: 'app-output', stream, line }),
    })
  // Separate limits, so that a flood on one stream does not hide the other.
  const output = { stdout: limited('stdout'), stderr: limited('stderr') }
  const hidden = [...secrets, ...headerValues(appEnv)]
  const app = await startAppProcess({
    command,
    dir,
    env: tools.env,
    // Only in `app dev` is the gateway between the app and the internet.
    appEnv: { ...appEnv, SVCAPP_DEV: '1' },
    nodePath: tools.nodePath,
    hide: (text) => redactSecrets(text, hidden),
    onLine: (stream, line) => {
      lines.push(line)
      if (lines.length > KEPT_LINES) lines.shift()
      output[stream].add(line)
    },
  })
  const flush = () => {
    output.stdout.flush()
    output.stderr.flush()
  }
  dev.appOwner.use(app.pid)
  void app.ended.then(() => {
    flush()
    dev.appOwner.forget(app.pid)
  })
  const url = localAddress(config)
  emit({ event: 'app-started', pid: app.pid, command, url })
  try {
    const how = await untilListening(dev, app, given)
    if (how !== null) throw notStarted(how, explainFailure({ command, dir, lines }))
  } catch (error) {
    // The next attempt needs the port.
    await app.stop()
    throw error
  }
  emit({ event: 'app-listening', pid: app.pid, command, url, ms: Math.round(performance.now() - startedAt) })
  return app
}

/** Returns the tokens in variables of request headers. The span receiver has a new one for each run. */
function headerValues(appEnv: Readonly<Record<string, string>>): string[] {
  return Object.entries(appEnv).flatMap(([name, value]) =>
    name.endsWith('_HEADERS') ? value.split(',').map((header) => header.slice(header.indexOf('=') + 1)) : [],
  )
}

/** The hint for an app without output. */
const SILENT = 'Run dev.command from app.toml yourself to see its full output.'

/** Creates the error. Its details are for the part that waits for a change afterwards (`app-failed`). */
function notStarted({ what, hints }: NotListening, failure: StartFailure): AppError {
  const { message, location, advice } = failure
  const said = [location, message].filter((part) => part !== null).join(': ')
  const how = `The app ${what}.`
  return new AppError('dev.app-failed', said === '' ? how : `${how} Output: ${said}`, {
    suggestions: [...hints, ...(advice === null ? [] : [advice]), ...(said === '' ? [SILENT] : [])],
    details: { how, place: location, reason: message, advice },
  })
}
