import type { RunFile } from '../../control/contract.ts'
import { readRunFile } from '../../control/run-file.ts'
import { hasCode } from '../../errors.ts'
import { platformName } from '../../project/platforms/choose-platform.ts'
import type { DevContext } from '../context.ts'
import type { EmulatorEvent } from '../events/dev-event.ts'
import { openOnPort } from '../ports/open-on-port.ts'
import { movedPortsNote, readPortNote } from '../ports/port-note.ts'

export interface FoundEmulator {
  readonly run: RunFile
  /**
   * Restarts the emulator in this process, with the same ports and data, after its `app dev`
   * exited. Raises `emulator.*`, for example if another session was faster.
   */
  readonly goOn: (left: RunFile) => Promise<void>
}

/** Returns the running emulator, or starts one in this process that stops with it. Raises `emulator.*`. */
export async function findEmulator(dev: DevContext): Promise<FoundEmulator> {
  const { tools, options, atEnd } = dev
  const { paths, now, version, pid } = tools
  let close: (() => Promise<void>) | null = null
  const serve = async (port: number): Promise<RunFile> => {
    const { serveEmulator } = await import('../../emulator/serve.ts')
    const served = await serveEmulator({ paths, now, version, pid, port, startedBy: 'app dev' })
    close = served.close
    return served.runFile
  }
  // Registered first, so it closes after everything in it is restored.
  atEnd(() => close?.())
  const running = readRunFile(paths)
  const preferred = { part: 'emulator', port: options.ports.emulator } as const
  const before = readPortNote({ paths, dir: options.project.dir })?.ports.emulator?.got
  const run = running ?? (await openOnPort(dev, preferred, serve))
  if (running === null && options.movableParts?.has('emulator')) reportMoved(dev, run, before)
  report(dev, running ? 'joined' : 'started', run)
  return {
    run,
    goOn: async (left) => {
      const port = Number(new URL(left.urls.api).port)
      report(dev, 'continued', await whenFree(dev, () => serve(port)))
    },
  }
}

/** Reports other ports than those of the last run or the default ones. */
function reportMoved({ options, emit }: DevContext, { urls }: RunFile, before: number | undefined): void {
  const preferred = options.ports.emulator
  const first = Number(new URL(urls.api).port)
  if ([preferred, before].includes(first)) return
  emit({ event: 'notice', text: movedPortsNote({ preferred, first }) })
}

/** Retries, because a stopping emulator closes its ports before it releases its folder. */
async function whenFree<T>({ tools, signal }: DevContext, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isHeld = hasCode(error, 'emulator.already-running')
      if (!isHeld || tries === TRIES) throw error
      await tools.sleep(TRY_MS, signal)
    }
  }
}

const TRIES = 20
const TRY_MS = 100

function report({ tools: { paths }, emit }: DevContext, mode: EmulatorEvent['mode'], { urls }: RunFile): void {
  const { api, admin, portal, storefront } = urls
  const folder = paths.emulatorDir
  emit({ event: 'emulator', mode, platform: platformName(paths), folder, api, admin, portal, storefront })
}
