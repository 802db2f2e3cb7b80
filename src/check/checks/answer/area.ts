import type { Area } from '../../check.ts'
import { withoutTopics } from '../without-topics.ts'
import { bodyChecks } from './bodies.ts'
import { inTime } from './in-time.ts'
import { takesOrder } from './order.ts'
import { safeEffect } from './safe.ts'
import { strangeChecks } from './strange.ts'
import { takenChecks } from './taken.ts'

export const answerArea: Area = {
  id: 'answer',
  absent: withoutTopics,
  checks: [inTime, takesOrder, ...takenChecks, ...bodyChecks, ...strangeChecks, safeEffect],
}
