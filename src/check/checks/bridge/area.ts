import type { Area } from '../../check.ts'
import { withoutPanel } from '../without-panel.ts'
import { foreignHints, hints } from './hints.ts'
import { heights, origin, ready, readyOnce, resize, target } from './messages.ts'

export const bridgeArea: Area = {
  id: 'bridge',
  absent: withoutPanel,
  checks: [ready, readyOnce, origin, target, heights, resize, hints, foreignHints],
}
