import type { Area } from '../../check.ts'
import { withoutPanel } from '../without-panel.ts'
import { apart } from './apart.ts'
import { deadToken } from './dead-token.ts'
import { late } from './late.ts'
import { panelCloses, sessionEnds } from './panel-closes.ts'
import { reinstall } from './reinstall.ts'
import { taken } from './taken.ts'

export const lifecycleArea: Area = {
  id: 'lifecycle',
  // Only a panel shows which installs are active.
  absent: (config) =>
    config.webhooks.topics.includes('app.uninstalled')
      ? withoutPanel(config)
      : 'app.toml does not subscribe to app.uninstalled',
  checks: [taken, panelCloses, sessionEnds, deadToken, apart, reinstall, late],
}
