import type { AppConfig } from '../../../project/app-config.ts'
import type { Area } from '../../check.ts'
import { assets } from './assets.ts'
import { slots } from './slots.ts'

export const manifestArea: Area = { id: 'manifest', absent: withoutSlots, checks: [slots, assets] }

function withoutSlots({ manifest }: AppConfig): string | null {
  if (manifest === null) return 'app.toml has no [manifest], so the app has no slots'
  return manifest.slots.some(({ type }) => type !== 'fullpage') ? null : 'app.toml has no slots besides the panel'
}
