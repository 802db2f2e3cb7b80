import type { Area } from '../../check.ts'
import { withoutPanel } from '../without-panel.ts'
import { amounts } from './amounts.ts'
import { cookieChecks } from './cookie.ts'
import { cors } from './cors.ts'
import { kept, planted } from './fixation.ts'
import { forged } from './forged.ts'
import { headerFirst } from './header-first.ts'
import { otherStore } from './other-store.ts'
import { storage } from './storage.ts'
import { without } from './without.ts'

export const sessionArea: Area = {
  id: 'session',
  absent: withoutPanel,
  checks: [...cookieChecks, without, forged, otherStore, amounts, kept, planted, storage, headerFirst, cors],
}
