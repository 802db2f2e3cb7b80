import { installOfEvent, markLeaving, markRemoved } from '../install/installs.ts'
import type { UninstalledEvent } from './event.ts'
import { nothing, type Effect, type WorkTools } from './work-on.ts'

/** Believed only when the token is really dead: a late repeat of the event must not end a newer install. */
export async function appUninstalled(tools: WorkTools, event: UninstalledEvent): Promise<Effect> {
  const install = await installOfEvent(tools, event)
  if (install === null) return nothing
  const { token } = install
  if (token !== null && (await tools.platform.isAlive(token))) return (sql) => markLeaving(sql, install, null)
  return (sql) => markRemoved(sql, install, tools.now())
}
