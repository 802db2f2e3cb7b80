import { existsSync } from 'node:fs'

import type { Context } from '../../context.ts'
import type { EmulatorStatus, RunFile } from '../../control/contract.ts'
import { createControlClient, type ControlClient } from '../../control/control-client.ts'
import { readRunFile } from '../../control/run-file.ts'
import { runningSession, type RunningDev } from '../../dev/lock.ts'
import { readTunnelNote, type TunnelNote } from '../../dev/notes/tunnel-note.ts'
import { asItRuns } from '../../dev/ports/project-port.ts'
import { AppError } from '../../errors.ts'
import type { Send, WireResponse } from '../../http/wire.ts'
import { projectIfAny, type Project } from '../../project/app-toml.ts'
import { withInstalls, type AppIdentity, type Install } from '../../project/installs.ts'
import { liveLevel } from '../../project/live/live-lock.ts'
import { probeLive, type LiveAddress } from '../../project/live/live-probe.ts'
import { resolveTarget, type Target } from '../../project/targets.ts'
import { otherBaseUrl } from '../live/other-base-url.ts'

/** The emulator if it is running and responds. */
export interface RunningPlatform {
  readonly control: ControlClient
  readonly status: EmulatorStatus
}

/** Facts that several checks share, each read once. They do not throw unless noted. */
export interface DoctorFacts {
  readonly context: Context
  readonly targetName: string
  /** Sends with short timeouts. */
  readonly send: Send
  /** Null without a project, an error if app.toml cannot be read. */
  readonly project: Project | AppError | null
  /** Null without a readable project. */
  readonly readable: Project | null
  readonly runFile: RunFile | null
  /** Null if unknown: no emulator is running, or app.toml is incomplete. */
  readonly target: Target | null
  /** The project's app on the target, or null if one of them is unknown. */
  readonly app: AppIdentity | null
  /** Why the target is unknown. */
  readonly targetError: AppError | null
  /** Null unless the target is the emulator and it responds. */
  readonly platform: () => Promise<RunningPlatform | null>
  /** Returns the live platform's response to a request without secrets (T25). Null on the emulator, and if `access` is off. */
  readonly liveAnswer: (which: LiveAddress) => Promise<WireResponse | AppError | null>
  /** Returns why base_url may have a typo. Null on the emulator, and without such evidence. */
  readonly otherBaseUrl: () => Promise<string | null>
  /** Returns this machine's saved installs of the project's app on the target. Raises `storage.*`. */
  readonly installs: () => readonly Install[]
  /** Returns the tunnel that `app dev` has saved. */
  readonly tunnel: () => TunnelNote | null
  /** The running `app dev` of this project, or null. */
  readonly session: RunningDev | null
}

/** Timeout of every network request. */
const ANSWER_MS = 2_500

export function doctorFacts(context: Context, targetName: string): DoctorFacts {
  const project = projectOrError(context)
  const runFile = quietly(() => readRunFile(context.paths))
  const readable = project instanceof AppError ? null : project
  const [target, targetError] = targetOrError({ project: readable, targetName, runFile })
  const send: Send = (request) =>
    context.send({ ...request, timeoutMs: Math.min(request.timeoutMs ?? ANSWER_MS, ANSWER_MS) })
  let platform: Promise<RunningPlatform | null> | undefined
  let otherUrl: Promise<string | null> | undefined
  const liveAnswers: { [K in LiveAddress]?: Promise<WireResponse | AppError | null> } = {}
  const app = readable === null || target === null ? null : { identity: target.identity, appKey: readable.config.key }
  return {
    context,
    targetName,
    send,
    project,
    readable,
    runFile,
    target,
    app,
    targetError,
    platform: () => (platform ??= askPlatform(target, send)),
    liveAnswer: (which) =>
      (liveAnswers[which] ??= isOff(context, target) ? Promise.resolve(null) : askLive(target, send, which)),
    otherBaseUrl: () => (otherUrl ??= target?.name === 'live' ? otherBaseUrl(context) : Promise.resolve(null)),
    installs: () => {
      // A check must not create the database.
      if (app === null || !existsSync(context.paths.stateDb)) return []
      return withInstalls(context.paths, (installs) => installs.list(app))
    },
    tunnel: () => (app === null ? null : readTunnelNote({ ...app, paths: context.paths })),
    session: readable === null ? null : quietly(() => runningSession({ paths: context.paths, dir: readable.dir })),
  }
}

/** Returns the result of `work`, or null if it throws, for facts whose failure another check reports. */
export function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function projectOrError({ cwd, paths }: Context): DoctorFacts['project'] {
  try {
    const project = projectIfAny({ cwd, paths })
    return project && asItRuns(project, paths)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

interface TargetInput {
  readonly project: Project | null
  readonly targetName: string
  readonly runFile: RunFile | null
}

const nowhere: Project = { dir: '', file: 'app.toml', config: { live: null } as Project['config'] }

function targetOrError({ project, targetName: name, runFile }: TargetInput): [Target | null, AppError | null] {
  try {
    // Without a project the live platform is unknown.
    return [resolveTarget({ project: project ?? nowhere, name, runFile }), null]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [null, error]
  }
}

/** Returns whether `access` is off. An invalid SVCAPP_LIVE counts as off, so that nothing is sent in doubt. */
function isOff({ env }: Context, target: Target | null): boolean {
  const level = target === null ? null : quietly(() => liveLevel(env, target))
  return level === null || level === 'off'
}

async function askPlatform(target: Target | null, send: Send): Promise<RunningPlatform | null> {
  if (target?.control == null) return null
  const control = createControlClient({ send, ...target.control })
  try {
    return { control, status: await control.status() }
  } catch {
    return null
  }
}

async function askLive(target: Target | null, send: Send, which: LiveAddress): Promise<WireResponse | AppError | null> {
  if (target?.name !== 'live') return null
  try {
    return await probeLive(send, which, which === 'base_url' ? target.baseUrl : target.adminUrl)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
