import type { AppConfig, Slot } from '../../project/app-config.ts'
import { parseAppToml } from '../../project/app-toml.ts'
import { appTomlText, type AppTomlInput } from '../../scaffold/app-toml-text.ts'

/** Returns the slots of a new app that this app.toml lacks: the template has pages for them, but nothing opens them. */
export function slotsLeftOut(chosen: AppTomlInput, { manifest }: AppConfig): readonly Slot[] {
  const own = new Set(manifest?.slots.map(({ type }) => type))
  const ofTemplate =
    parseAppToml(appTomlText(chosen, { schema: null, command: ['npm', 'start'] }), 'app.toml').manifest?.slots ?? []
  return ofTemplate.filter(({ type }) => !own.has(type))
}
