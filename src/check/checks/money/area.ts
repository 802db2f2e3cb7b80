import type { Area } from '../../check.ts'
import { withoutTopics } from '../without-topics.ts'
import { currency, shown, written } from './exact.ts'
import { label } from './label.ts'
import { mixed } from './mixed.ts'
import { negative } from './negative.ts'
import { pages } from './pages.ts'

export const moneyArea: Area = {
  id: 'money',
  absent: withoutTopics,
  checks: [shown, written, currency, mixed, label, negative, pages],
}
