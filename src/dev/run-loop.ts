import { statSync } from 'node:fs'

import { hasCode } from '../errors.ts'
import type { Project } from '../project/app-toml.ts'
import { platformName } from '../project/platforms/choose-platform.ts'
import { localManifest, missingPages, slotPages } from '../project/slot-pages.ts'
import { isCi } from '../terminal/style.ts'
import type { DevContext } from './context.ts'
import type { DevControls } from './dev-controls.ts'
import type { ReadyEvent } from './events/dev-event.ts'
import { followChanges } from './follow-changes.ts'
import { aborted } from './milestone.ts'
import { runApp, type AppRunner } from './processes/app-runner.ts'
import type { AppStart } from './processes/app.ts'

/** The steps that differ between targets once everything around the app runs. */
export interface DevLoop {
  /** Returns how to start the app with the current app.toml. */
  readonly start: () => AppStart
  /** Gives the app another port, once, if another program took its port before it first listened. */
  readonly moveApp?: () => Promise<void>
  /** Applies a reloaded project. Raises its rejection. */
  readonly adopt: (next: Project) => Promise<void>
  /** Keys of app.toml that cannot change during the session. */
  readonly fixed?: readonly string[]
  /** Called after the app has restarted or app.toml has changed. Must not throw. */
  readonly onAppChanged?: () => Promise<void>
  readonly controls: (runner: AppRunner) => DevControls
  /** Restarts the app for reasons other than file changes. */
  readonly follow?: (runner: AppRunner) => void
  readonly ready: () => ReadyEvent
  /** Returns the URL that starts an install through the app. */
  readonly installStart: () => string
  /** Installs the app. Resolves when the app has its token. */
  readonly install: () => Promise<void>
  /** Resolves after the first delivered event. */
  readonly firstEvent: () => Promise<void>
}

/** Runs the app, follows file changes and installs the app. Runs until the signal, or with `once` returns why it ended. */
export async function runLoop(dev: DevContext, loop: DevLoop): Promise<string> {
  const { tools, options, emit, signal } = dev
  const { isInteractive } = tools.trust
  let isReady = false
  const runner = runApp(dev, {
    start: loop.start,
    moveApp: loop.moveApp,
    isPatient: () => isPatient(dev, isReady),
    onUp: () => void (isReady && loop.onAppChanged?.()),
  })
  options.onControls?.(loop.controls(runner))
  loop.follow?.(runner)
  const reportReady = (ready = loop.ready()) => {
    const { event: _event, appKey: _key, target, pid: _pid, ...addresses } = ready
    dev.publish({
      target,
      startUrl: loop.installStart(),
      ready: { platform: platformName(tools.paths), ...addresses },
    })
  }
  const adopt = async (next: Project) => {
    await loop.adopt(next)
    // Other commands need the port after app.toml changes it.
    if (!isReady) return
    reportReady()
    void loop.onAppChanged?.()
    void reportMissingPages(dev)
  }
  const following = followChanges(dev, { ...loop, adopt, runner })
  await Promise.race([Promise.all([runner.ready, following]), runner.over])
  isReady = true
  const ready = loop.ready()
  reportReady(ready)
  emit(ready)
  void reportMissingPages(dev)
  if (options.once) {
    const work = async (): Promise<string> => {
      await loop.install()
      await loop.firstEvent()
      return 'the app is installed and the first event was delivered'
    }
    return Promise.race([work(), runner.over])
  }
  const install = loop.install().catch((error: unknown) => {
    // A user can fix the problem and press a key.
    const isMendable = isInteractive || options.isBackground === true
    if (!isMendable || signal.aborted || !(error instanceof Error)) throw error
    dev.publish({ isInstalled: false, installFailure: error.message })
    const press = hasCode(error, 'api.rate-limited') ? 'Then press' : 'Press'
    const advice = isInteractive ? ` ${press} i to reinstall the app.` : ''
    emit({ event: 'notice', text: `${error.message}${advice}` })
  })
  // Both run until the session ends, because the app may crash while a user is on the consent page.
  return Promise.race([runner.over, install.then(() => aborted(signal)), folderGone(dev)])
}

/** Nobody waits for the pages, and an app may take long for its first response. In ms. */
const PAGE_MS = 60_000

/** Reports missing pages except the panel, which you open first and which logs a rejection without a token. */
async function reportMissingPages({ tools, options, appOwner, emit, signal }: DevContext): Promise<void> {
  const manifest = localManifest(options.project.config)
  if (manifest === null) return
  const slots = manifest.slots.filter(({ type }) => type !== 'fullpage')
  const request = { send: tools.send, ownerPid: appOwner.pid(), timeoutMs: PAGE_MS }
  const pages = await slotPages({ ...manifest, slots }, request)
  if (!signal.aborted) for (const text of missingPages(pages)) emit({ event: 'notice', text })
}

/** Resolves when the project folder is deleted: other commands could not find the session, and no restart could work. */
async function folderGone({ tools, options, signal }: DevContext): Promise<string> {
  const { dir } = options.project
  const begun = folderOf(dir, null)
  const isThere = () => begun !== null && folderOf(dir, begun) === begun
  while (isThere()) await tools.sleep(FOLDER_MS, signal)
  return 'the project folder was moved or removed'
}

/** Returns the identity of a folder, because a new folder of the same name is not the app's. Null if missing, `unknown` if unreadable. */
function folderOf(dir: string, unknown: string | null): string | null {
  try {
    const found = statSync(dir, { throwIfNoEntry: false })
    return found === undefined ? null : `${found.dev} ${found.ino}`
  } catch {
    return unknown
  }
}

const FOLDER_MS = 1000

/** Returns whether to wait after a failed start: if a change or a key can restart the app and no caller needs an exit code. */
function isPatient({ tools, options }: DevContext, isReady: boolean): boolean {
  if (options.once) return false
  // The caller of a background start waits only until the session is ready.
  if (options.isBackground === true) return isReady
  return tools.trust.isInteractive || (options.watch && !isCi(tools.env))
}
