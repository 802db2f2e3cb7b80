import type { AppConfig, Slot } from '../../project/app-config.ts'
import { parseAppToml } from '../../project/app-toml.ts'
import { appTomlText, type AppTomlInput } from '../../scaffold/app-toml-text.ts'

/** The slots that a new app has and this app.toml does not: the template's pages for them exist, but nothing opens them. */
export function slotsLeftOut(chosen: AppTomlInput, { manifest }: AppConfig): readonly Slot[] {
  const own = new Set(manifest?.slots.map(({ type }) => type))
  const ofTemplate =
    parseAppToml(appTomlText(chosen, { schema: null, command: ['npm', 'start'] }), 'app.toml').manifest?.slots ?? []
  return ofTemplate.filter(({ type }) => !own.has(type))
}
