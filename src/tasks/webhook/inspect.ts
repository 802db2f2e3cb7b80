import type { Context } from '../../context.ts'
import { createStoreNames } from '../../dev/events/store-names.ts'
import { inspectorActions } from '../../dev/inspector-actions.ts'
import { inspectorTicket, runningInspector } from '../../dev/notes/inspector-note.ts'
import { portHolder } from '../../dev/ports/holder.ts'
import { AppError } from '../../errors.ts'
import { startInspector, type Inspector } from '../../inspector/server.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { originOf, triggerKey, type TriggerKey } from '../../webhooks/trigger-input.ts'
import { withJournal } from '../journal/project-journal.ts'
import { requireOwnApp, runningAppPid } from './own-app.ts'

export interface InspectPlan {
  readonly project: Project
  readonly target: () => Promise<Target>
  /** 0 selects a free port. */
  readonly port: number
  /** Called when the page can be opened. */
  readonly onOpen: (inspector: Inspector) => Promise<void>
}

/**
 * Serves the inspector of the journal without `app dev` until `interrupted` is aborted. Test events go directly to the
 * app and are not journaled. Raises `cli.interrupted`, `gateway.port-taken` and the errors of opening the journal.
 */
export async function inspect(context: Context, { project, target, port, onOpen }: InspectPlan): Promise<never> {
  const findKey = () => triggerKey({ ...context, project, target })
  // Without a secret everything can be read. Actions that need the secret report it.
  const known = await findKey().catch(unlessExpected)
  return withJournal(context, project.config.key, async (journal) => {
    const actions = inspectorActions({
      ...context,
      journal,
      key: async () => (known ?? (await findKey())).key,
      appUrl: () => requireOwnApp(context, project),
      appPid: runningAppPid(context, project),
      origin: () => originOf({ ...context, project, identity: known?.identity ?? null }, {}),
    })
    const names = createStoreNames(context, project.config.key)
    if (known?.identity) names.use(known.identity)
    const page = { places: names.all, journal, actions, key: () => known?.key ?? null, holder: portHolder }
    const tools = { ...context, ...page, nameTarget: context.terminal.nameTarget }
    const inspector = await startInspector({ ...tools, port })
    try {
      await onOpen(inspector)
      return await untilAborted(context.interrupted)
    } finally {
      await inspector.close()
    }
  })
}

/** Returns the inspector of this project's `app dev` at this port, or at any port if `port` is null. Null without one. */
export function inspectorAt({ paths, send }: Context, { dir }: Project, port: number | null): RunningInspector | null {
  const url = runningInspector({ paths, dir })
  if (url === null || (port !== null && Number(new URL(url).port) !== port)) return null
  return { url, ticketUrl: async () => inspectorTicket({ paths, dir, send }) }
}

export interface RunningInspector {
  /** URL with the token, for the user's own terminal. */
  readonly url: string
  /** Returns a URL for a browser (T18), or null if the inspector does not respond. */
  readonly ticketUrl: () => Promise<string | null>
}

function unlessExpected(error: unknown): TriggerKey | null {
  if (error instanceof AppError) return null
  throw error
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new AppError('cli.interrupted', 'Stopped.'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
