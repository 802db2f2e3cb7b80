import { statSync } from 'node:fs'

import type { Project } from '../project/app-toml.ts'
import { platformName } from '../project/platforms/choose-platform.ts'
import { localManifest, missingPages, slotPages } from '../project/slot-pages.ts'
import { isCi } from '../terminal/style.ts'
import type { DevControls } from './dev-controls.ts'
import type { ReadyEvent } from './events/dev-event.ts'
import { followChanges } from './follow-changes.ts'
import { aborted } from './milestone.ts'
import { runApp, type AppRunner } from './processes/app-runner.ts'
import type { AppStart } from './processes/app.ts'
import type { Stage } from './stage.ts'

/** What the targets do differently once everything around the app runs. */
export interface DevLoop {
  /** What the app is started with, by app.toml as it is now. */
  readonly start: () => AppStart
  /** Makes a project that was read again the one in use. Raises what refuses it. */
  readonly adopt: (next: Project) => Promise<void>
  /** Parts of app.toml that cannot change while it runs. */
  readonly fixed?: readonly string[]
  readonly controls: (runner: AppRunner) => DevControls
  /** Follows what else restarts the app. */
  readonly follow?: (runner: AppRunner) => void
  readonly ready: () => ReadyEvent
  /** Where an install through the app begins. */
  readonly installStart: () => string
  /** Gets the app installed; resolves when it has its token. */
  readonly install: () => Promise<void>
  /** Resolves when the first event was delivered. */
  readonly firstEvent: () => Promise<void>
}

/** Runs the app, follows its changes and gets it installed. With `once` it returns why it ended; otherwise it goes on until the signal. */
export async function runLoop(stage: Stage, loop: DevLoop): Promise<string> {
  const { tools, options, emit, signal } = stage
  const { isInteractive } = tools.trust
  let isReady = false
  const runner = runApp(stage, { start: loop.start, isPatient: () => isPatient(stage, isReady) })
  options.onControls?.(loop.controls(runner))
  loop.follow?.(runner)
  const tellReady = (ready = loop.ready()) => {
    const { event: _event, appKey: _key, target, pid: _pid, ...addresses } = ready
    stage.tellOthers({
      target,
      startUrl: loop.installStart(),
      ready: { platform: platformName(tools.paths), ...addresses },
    })
  }
  const adopt = async (next: Project) => {
    await loop.adopt(next)
    // Other commands follow a port that app.toml changes while this runs.
    if (!isReady) return
    tellReady()
    await tellMissingPages(stage)
  }
  const following = followChanges(stage, { ...loop, adopt, runner })
  await Promise.race([Promise.all([runner.ready, following]), runner.over])
  isReady = true
  const ready = loop.ready()
  tellReady(ready)
  emit(ready)
  void tellMissingPages(stage)
  if (options.once) {
    const work = async (): Promise<string> => {
      await loop.install()
      await loop.firstEvent()
      return 'the app is installed and the first event was delivered'
    }
    return Promise.race([work(), runner.over])
  }
  const install = loop.install().catch((error: unknown) => {
    // A person can mend it and press a key.
    const isMendable = isInteractive || options.isBackground === true
    if (!isMendable || signal.aborted || !(error instanceof Error)) throw error
    stage.tellOthers({ isInstalled: false })
    emit({ event: 'notice', text: `${error.message} ${isInteractive ? 'i reinstalls it.' : ''}`.trim() })
  })
  // Both go on until the end; the app may crash while a person is at the consent page.
  return Promise.race([runner.over, install.then(() => aborted(signal)), folderGone(stage)])
}

/** Leaves out the panel, which you open first, and which logs a rejection without a token. */
async function tellMissingPages({ tools, options, appOwner, emit, signal }: Stage): Promise<void> {
  const manifest = localManifest(options.project.config)
  if (manifest === null) return
  const slots = manifest.slots.filter(({ type }) => type !== 'fullpage')
  const pages = await slotPages({ ...manifest, slots }, { send: tools.send, ownerPid: appOwner.pid() })
  if (!signal.aborted) for (const text of missingPages(pages)) emit({ event: 'notice', text })
}

/** Resolves when the project's folder is no longer there: no command could find the session any more, and nothing could be started again. */
async function folderGone({ tools, options, signal }: Stage): Promise<string> {
  const { dir } = options.project
  const begun = folderOf(dir, null)
  const isThere = () => begun !== null && folderOf(dir, begun) === begun
  while (isThere()) await tools.sleep(FOLDER_MS, signal)
  return 'the project folder was moved or removed'
}

/** Identifies the folder: another one of the same name is not where the app runs. Null for none, `unknown` where it cannot be read now. */
function folderOf(dir: string, unknown: string | null): string | null {
  try {
    const found = statSync(dir, { throwIfNoEntry: false })
    return found === undefined ? null : `${found.dev} ${found.ino}`
  } catch {
    return unknown
  }
}

const FOLDER_MS = 1000

/** Whether a start that failed is waited over: where a change is seen or a key can be pressed, and nobody waits for an exit code. */
function isPatient({ tools, options }: Stage, isReady: boolean): boolean {
  if (options.once) return false
  // Whoever started it there waits for an answer, and then nobody does.
  if (options.isBackground === true) return isReady
  return tools.trust.isInteractive || (options.watch && !isCi(tools.env))
}
