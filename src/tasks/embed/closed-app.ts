import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'

/** Creates the error for an app that does not respond at `where`: it was not started, or its `app dev` waits for a change or restarts it. */
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
