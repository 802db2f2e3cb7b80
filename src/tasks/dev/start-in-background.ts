import type { Context } from '../../context.ts'
import { startChild } from '../../dev/background/start-child.ts'
import { runningSession, type RunningDev, type SessionFacts } from '../../dev/lock.ts'
import { requireTrust } from '../../dev/trust.ts'
import { until } from '../../processes/until.ts'
import type { Project } from '../../project/app-toml.ts'
import { escapeForeign } from '../../text/escape.ts'
import { ignoredFlags, type IgnoredFlags, type DevRequest } from './ignored-flags.ts'
import { describeRunning, statusAt, type RunningDocument } from './running-dev.ts'

/** The session, as `--json` prints it. */
export interface StartedDev extends RunningDocument {
  /** False if `app dev` was already running. The document then describes that session. */
  readonly started: boolean
  /** Flags that the running session does not use, or null if there are none. */
  readonly ignored: IgnoredFlags | null
}

export interface BackgroundInput {
  readonly project: Project
  /** Arguments of `app dev`. */
  readonly argv: readonly string[]
  /** `--yes` */
  readonly isAgreed: boolean
  readonly wanted: DevRequest
}

/** Flags for this process only. */
const ours = new Set(['--background', '--json', '--ndjson'])

/** Maximum wait, once everything runs, until the app is installed or a user is asked for consent. Only then is the next step known. */
const INSTALL_MS = 10_000

const LOOK_MS = 50

/**
 * Starts `app dev` without a terminal unless it already runs in the project. Returns when everything runs. Raises the error that ended it, and `dev.untrusted`.
 */
export async function startInBackground(context: Context, input: BackgroundInput): Promise<StartedDev> {
  const { project, argv, isAgreed, wanted } = input
  const { env, cwd, paths, runtime, send, sleep, interrupted, terminal } = context
  const { dir, config } = project
  // A background process cannot ask the user.
  const trust = { isInteractive: terminal.isInteractive, ask: terminal.ask, isAgreed }
  await requireTrust(trust, { paths, dir, command: config.dev.command })
  const answers = async (health: string) => (await statusAt(send, health)) !== null
  const onNotice = (text: string) => terminal.note(escapeForeign(text))
  const tools = { env, cwd, sleep, interrupted, answers, onNotice, ...runtime }
  const { run, isStarted } = await startChild(
    tools,
    { paths, dir },
    argv.filter((word) => !ours.has(word)),
  )
  const described = isStarted ? await untilInstallKnown(context, { paths, dir }, run) : run
  if (described.installFailure !== null) onNotice(described.installFailure)
  const ignored = isStarted ? null : ignoredFlags(run, wanted)
  return { started: isStarted, ignored, ...(await describeRunning(context, { dir, appKey: config.key }, described)) }
}

async function untilInstallKnown(
  { sleep, interrupted }: Pick<Context, 'sleep' | 'interrupted'>,
  place: SessionFacts,
  begun: RunningDev,
): Promise<RunningDev> {
  const known = () => {
    const run = runningSession(place)
    return run?.isInstalled === null && !interrupted.aborted ? null : (run ?? begun)
  }
  if (begun.isInstalled !== null) return begun
  return (await until({ sleep, everyMs: LOOK_MS, limitMs: INSTALL_MS }, known)) ?? begun
}
