import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'

/** Says that the app does not answer `where`: nobody has started it, or the `app dev` that runs it waits for a change, or is just starting it again. */
export function closedApp({ paths }: Pick<Context, 'paths'>, { dir, config }: Project, where: string): AppError {
  const message = `${config.key} is not running: no process listens ${where}.`
  if (runningSession({ paths, dir }) === null)
    return new AppError('page.unavailable', message, { suggestions: ['app dev'] })
  return new AppError(
    'page.unavailable',
    `${message} \`app dev\` is running, so the app has exited or is just starting.`,
    {
      suggestions: ['app dev logs --source app'],
    },
  )
}
