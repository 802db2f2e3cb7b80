import type { RunFile } from '../../control/contract.ts'
import { readRunFile } from '../../control/run-file.ts'
import { hasCode } from '../../errors.ts'
import { platformName } from '../../project/platforms/choose-platform.ts'
import type { EmulatorEvent } from '../events/dev-event.ts'
import { openOnPort } from '../ports/open-on-port.ts'
import type { Stage } from '../stage.ts'

export interface FoundEmulator {
  readonly run: RunFile
  /**
   * Goes on with it in this process, at the same ports and with the same data, when the `app dev` that it was part of has ended. Raises `emulator.*`, for
   * example where another session was faster.
   */
  readonly goOn: (left: RunFile) => Promise<void>
}

/** The emulator that runs already, or one that is started in this process and ends with it. Raises `emulator.*`. */
export async function findEmulator(stage: Stage): Promise<FoundEmulator> {
  const { tools, options, atEnd } = stage
  const { paths, now, version, pid } = tools
  let close: (() => Promise<void>) | null = null
  const serve = async (port: number): Promise<RunFile> => {
    const { serveEmulator } = await import('../../emulator/serve.ts')
    const served = await serveEmulator({ paths, now, version, pid, port, startedBy: 'app dev' })
    close = served.close
    return served.runFile
  }
  // Before all that is put back in it, and so after that at the end.
  atEnd(() => close?.())
  const running = readRunFile(paths)
  const preferred = { part: 'emulator', port: options.ports.emulator } as const
  const run = running ?? (await openOnPort(stage, preferred, serve))
  tell(stage, running ? 'joined' : 'started', run)
  return {
    run,
    goOn: async (left) => {
      const port = Number(new URL(left.urls.api).port)
      tell(stage, 'continued', await whenFree(stage, () => serve(port)))
    },
  }
}

/** One that ends stops listening before it lets go of its folder. */
async function whenFree<T>({ tools, signal }: Stage, work: () => Promise<T>): Promise<T> {
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

function tell({ tools: { paths }, emit }: Stage, mode: EmulatorEvent['mode'], { urls }: RunFile): void {
  const { api, admin, portal, storefront } = urls
  const folder = paths.emulatorDir
  emit({ event: 'emulator', mode, platform: platformName(paths), folder, api, admin, portal, storefront })
}
