import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { otherProjectAt } from '../../dev/ports/holder.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { localAddress } from '../../project/registration.ts'

/** Returns the delivery URL of the project's app. */
export function appAddress({ config }: Project): string {
  return `${localAddress(config)}${config.webhooks.path}`
}

/** Returns a function that reads the process id of the app that `app dev` runs, for use at each send. Undefined without a session. */
export function runningAppPid({ paths }: Pick<Context, 'paths'>, { dir }: Project): (() => number | null) | undefined {
  const session = () => runningSession({ paths, dir })
  return session() === null ? undefined : () => session()?.appPid ?? null
}

/**
 * Returns the delivery URL before a send. Raises `gateway.port-taken` if the app of another project or registration listens there, which must not get this
 * app's events.
 */
export function requireOwnApp({ paths }: Pick<Context, 'paths'>, project: Project): string {
  const { port } = project.config.dev
  const holder = otherProjectAt(port, { paths, dir: project.dir })
  if (holder === null) return appAddress(project)
  throw new AppError(
    'gateway.port-taken',
    `Port ${port} of the app is in use by another app: ${holder}. Nothing was sent to it.`,
    {
      suggestions: [
        'Start this app, which then uses another port: app dev',
        `Or specify its address with --to http://127.0.0.1:<port>${project.config.webhooks.path}`,
      ],
      details: { port, holder },
    },
  )
}
