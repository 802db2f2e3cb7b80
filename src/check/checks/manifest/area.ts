import type { AppConfig } from '../../../project/app-config.ts'
import type { Area } from '../../check.ts'
import { withoutPanel } from '../without-panel.ts'
import { assets } from './assets.ts'
import { slots } from './slots.ts'

export const manifestArea: Area = { id: 'manifest', absent: withoutSlots, checks: [slots, assets] }

function withoutSlots(config: AppConfig): string | null {
  const { manifest } = config
  if (manifest === null) return withoutPanel(config)
  return manifest.slots.some(({ type }) => type !== 'fullpage') ? null : 'app.toml has no slots besides the panel'
}
