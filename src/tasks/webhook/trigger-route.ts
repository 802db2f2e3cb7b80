import type { Context } from '../../context.ts'
import { findSession } from '../../dev/notes/session-note.ts'
import type { Project } from '../../project/app-toml.ts'
import { appAddress, requireOwnApp, runningAppPid } from './own-app.ts'

export interface RouteFlags {
  readonly direct: boolean
  readonly to?: string | undefined
  readonly age?: string | undefined
  readonly 'bad-signature': boolean
  readonly duplicate: boolean
  readonly 'print-curl': boolean
  /** The target of this command. */
  readonly target: string
}

/** The path of a triggered event, with the reason as text. */
export interface TriggerRoute {
  readonly to: string
  readonly via: 'gateway' | 'app'
  readonly why: string
  /** Returns the process id of the app that `app dev` runs and that gets the event, or null while it is down. */
  readonly appPid?: (() => number | null) | undefined
}

/**
 * Uses the project's running gateway, so that the journal has the event like any other. Sends
 * directly to the app if requested, without a gateway, and for events that the gateway itself would
 * respond to. Raises `gateway.port-taken` if that would reach another project's app.
 */
export async function triggerRoute(context: Context, project: Project, flags: RouteFlags): Promise<TriggerRoute> {
  if (flags.to !== undefined) return { to: flags.to, via: 'app', why: 'Sent to --to, bypassing the gateway.' }
  const own = () => (flags['print-curl'] ? appAddress(project) : requireOwnApp(context, project))
  const straight = (why: string): TriggerRoute => ({
    to: own(),
    via: 'app',
    why,
    appPid: runningAppPid(context, project),
  })
  if (flags.direct) return straight('Sent directly to the app (--direct).')
  const byItself = answeredByTheGateway(flags)
  const { config, dir } = project
  const session = await findSession(context, { paths: context.paths, appKey: config.key, dir })
  if (session !== null && session.target !== flags.target) {
    return straight(
      `Sent directly to the app, because \`${session.command}\` is running for --target ${session.target}, with another secret.`,
    )
  }
  if (byItself !== null) return straight(session === null ? 'Sent directly to the app.' : byItself)
  if (session === null) {
    return straight(
      'Sent directly to the app, because neither `app dev` nor `app webhook listen` is running. The event is not in the journal.',
    )
  }
  return {
    to: session.gateway + session.path,
    via: 'gateway',
    why: `Sent through the gateway of \`${session.command}\`. \`app webhook list\` shows the event, and you can replay it.`,
  }
}

function answeredByTheGateway(flags: RouteFlags): string | null {
  const past = 'Sent directly to the app, because the gateway'
  if (flags['bad-signature']) return `${past} rejects a wrong signature itself.`
  if (flags.age !== undefined) return `${past} rejects a wrong timestamp itself.`
  if (flags.duplicate) return `${past} may not forward a second copy.`
  return flags['print-curl'] ? "The curl command uses the app's URL." : null
}
