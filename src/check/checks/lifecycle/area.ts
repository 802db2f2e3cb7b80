import type { Area } from '../../check.ts'
import { apart } from './apart.ts'
import { deadToken } from './dead-token.ts'
import { late } from './late.ts'
import { panelCloses, sessionEnds } from './panel-closes.ts'
import { reinstall } from './reinstall.ts'
import { taken } from './taken.ts'

export const lifecycleArea: Area = {
  id: 'lifecycle',
  absent: ({ webhooks, manifest }) => {
    if (!webhooks.topics.includes('app.uninstalled')) return 'app.toml does not subscribe to app.uninstalled'
    return manifest === null ? 'app.toml has no [manifest], so the check cannot see which installs are active' : null
  },
  checks: [taken, panelCloses, sessionEnds, deadToken, apart, reinstall, late],
}
