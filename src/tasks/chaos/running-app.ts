import type { Context } from '../../context.ts'
import type { InstallRow } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'

/** The app that `app dev` runs, and its install. */
export interface RunningApp {
  readonly install: InstallRow
  /** The app's own delivery URL, behind the gateway. */
  readonly webhookUrl: string
}

/** Returns the running app. Raises `chaos.no-app` unless `app dev` runs in this project on the emulator, is ready, and the app is installed. */
export async function findRunningApp(
  { paths }: Pick<Context, 'paths'>,
  { dir, config }: Project,
  control: () => Promise<ControlClient>,
): Promise<RunningApp> {
  const run = runningSession({ paths, dir })
  if (run === null) throw noApp('`app dev` is not running in this project.', ['app dev --background'])
  if (run.target === 'live')
    throw noApp('A chaos run needs `app dev` on the emulator, but in this project it uses the live platform.', [
      'app dev stop',
    ])
  const { ready } = run
  if (ready === null) throw noApp('`app dev` is still starting in this project.', ['app dev status'])
  const installs = await (await control()).installs({ app: config.key })
  const living = installs.filter(({ removedAt }) => removedAt === null)
  const install = living.find(({ storeCode }) => storeCode === ready.store) ?? living[0]
  if (install === undefined) throw noApp(`${config.key} is not installed in any store.`, ['app install --approve'])
  return { install, webhookUrl: new URL(config.webhooks.path, ready.app).href }
}

function noApp(message: string, suggestions: readonly string[]): AppError {
  return new AppError('chaos.no-app', message, { suggestions: [...suggestions, 'app chaos run -- npm test'] })
}
