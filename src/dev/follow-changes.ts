import { basename } from 'node:path'

import { AppError } from '../errors.ts'
import { messageOf } from '../errors/thrown.ts'
import type { Project } from '../project/app-toml.ts'
import type { DevContext } from './context.ts'
import type { AppRunner } from './processes/app-runner.ts'
import type { AppStart } from './processes/app.ts'
import { isTrusted, trustCommand } from './trust.ts'
import { watchProject, type Change, type ProjectWatch } from './watch/watch-project.ts'

export interface Following {
  readonly runner: AppRunner
  /** Returns how to start the app with the current app.toml. */
  readonly start: () => AppStart
  /** Applies a reloaded project: updates the platform or lists the console changes. If it throws, the old project stays in use. */
  readonly adopt: (project: Project) => Promise<void>
  /** Further keys of app.toml that cannot change during the session. */
  readonly fixed?: readonly string[]
}

/** The gateway and all stored records use the initial values of these keys. */
const fixedAlways = ['key', 'webhooks.path']

/** Watches the project until the session ends, restarts the app and applies app.toml. Handles one change at a time. */
export async function followChanges(dev: DevContext, following: Following): Promise<void> {
  const { tools, options, emit, signal } = dev
  if (!options.watch) return
  let watch: ProjectWatch | null = null
  let last = Promise.resolve()
  const onChange = (change: Change) => {
    last = last
      .then(() => (signal.aborted ? undefined : follow(change)))
      .catch((error: unknown) => {
        if (!signal.aborted) emit({ event: 'config', changed: [], problem: messageOf(error) })
      })
  }
  const open = async () => {
    watch = await watchProject({
      project: options.project,
      ours: [tools.paths.home],
      since: tools.now(),
      onChange,
      onTrouble: (why) =>
        emit({ event: 'notice', text: `Changes are no longer watched (${why}). Press R to restart the app.` }),
    })
    if (signal.aborted) await watch.close()
    // app.toml was read long before the watch started.
    if (isConfigStale(dev)) onChange({ files: [], isConfig: true })
  }
  const follow = async ({ files, isConfig }: Change): Promise<void> => {
    const before = options.project
    const isStarted = isConfig && (await readAgain(dev, following))
    if (options.project.config.dev.watch.join('\n') !== before.config.dev.watch.join('\n')) {
      await watch?.close()
      await open()
    }
    if (isStarted || files.length === 0) return
    emit({ event: 'restart', reason: 'change', files })
    following.runner.restart()
  }
  dev.atEnd(() => watch?.close())
  await open()
}

/** Returns whether app.toml differs from the values in use or cannot be read. */
function isConfigStale({ readProject }: DevContext): boolean {
  try {
    return readProject().changed.length > 0
  } catch {
    return true
  }
}

/** Returns whether the app was restarted. */
async function readAgain(dev: DevContext, { runner, start, adopt, fixed = [] }: Following): Promise<boolean> {
  const { options, emit } = dev
  const before = options.project
  const startBefore = JSON.stringify([before.config.dev.command, start().appEnv])
  const { project: next, changed, accept } = dev.readProject()
  requireAdoptable(dev, { next, changed, fixed: [...fixedAlways, ...fixed] })
  emit({ event: 'config', changed, problem: null })
  await adopt(next)
  accept()
  const isOther = JSON.stringify([options.project.config.dev.command, start().appEnv]) !== startBefore
  if (isOther) {
    emit({ event: 'restart', reason: 'config', files: [basename(options.project.file)] })
    runner.restart()
  }
  return isOther
}

interface Candidate {
  readonly next: Project
  readonly changed: readonly string[]
  readonly fixed: readonly string[]
}

function requireAdoptable({ tools, options }: DevContext, { next, changed, fixed }: Candidate): void {
  if (next.file !== options.project.file) {
    throw new AppError('project.not-found', `${options.project.file} was deleted.`)
  }
  const stuck = changed.filter((name) => fixed.includes(name))
  if (stuck.length > 0) {
    throw new AppError(
      'project.invalid',
      `${stuck.join(' and ')} cannot change while \`app dev\` runs. Undo the change, or restart \`app dev\`.`,
    )
  }
  const command = { paths: tools.paths, dir: next.dir, command: next.config.dev.command }
  if (!changed.includes('dev.command') || isTrusted(command)) return
  // T26: a change of app.toml, from a git pull for example, must not decide which command runs.
  if (!tools.trust.isAgreed) {
    throw new AppError(
      'dev.untrusted',
      'dev.command has changed and needs your approval. Restart `app dev` to approve it.',
    )
  }
  trustCommand(command)
}
