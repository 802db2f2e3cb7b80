import type { Area } from '../../check.ts'
import { withoutPanel } from '../without-panel.ts'
import { storefront } from './storefront.ts'
import { admin, options, others } from './who-may-frame.ts'

export const frameArea: Area = { id: 'frame', absent: withoutPanel, checks: [admin, others, options, storefront] }
