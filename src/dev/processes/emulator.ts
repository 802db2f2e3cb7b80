import type { RunFile } from '../../control/contract.ts'
import { readRunFile } from '../../control/run-file.ts'
import { platformName } from '../../project/platforms/choose-platform.ts'
import { openOnPort } from '../ports/open-on-port.ts'
import type { Stage } from '../stage.ts'

/** The emulator that runs already, or one that is started in this process and ends with it. Raises `emulator.*`. */
export async function findEmulator(stage: Stage): Promise<RunFile> {
  const { paths } = stage.tools
  const running = readRunFile(paths)
  const run = running ?? (await startEmulator(stage))
  const { api, admin, portal, storefront } = run.urls
  stage.emit({
    event: 'emulator',
    how: running ? 'joined' : 'started',
    platform: platformName(paths),
    folder: paths.emulatorDir,
    api,
    admin,
    portal,
    storefront,
  })
  return run
}

async function startEmulator(stage: Stage): Promise<RunFile> {
  const { tools, options, atEnd } = stage
  const { serveEmulator } = await import('../../emulator/serve.ts')
  const { paths, now, version, pid } = tools
  const served = await openOnPort(stage, { part: 'emulator', port: options.ports.emulator }, (port) =>
    serveEmulator({ paths, now, version, pid, port, startedBy: 'app dev' }),
  )
  atEnd(served.close)
  return served.runFile
}
