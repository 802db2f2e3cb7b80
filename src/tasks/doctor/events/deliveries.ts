import { existsSync } from 'node:fs'

import { countStates, countUnreached, type DeliveryState } from '../../../journal/delivery-state.ts'
import { failed, ok, skipped, warning, type Check } from '../check.ts'
import { quietly } from '../facts.ts'
import { lookIntoJournal } from '../read-journal.ts'
import { withProject } from '../with-project.ts'

const words: readonly (readonly [DeliveryState | 'unreached', string])[] = [
  ['delivered', 'delivered'],
  ['pending', 'waiting'],
  ['failed', 'rejected by the app'],
  ['unreached', 'not delivered (no response from the app)'],
  ['dead_letter', 'dead letters'],
  ['conflict', 'in conflict'],
]

export const deliveries: Check = {
  id: 'deliveries',
  group: 'events',
  title: 'deliveries',
  run: withProject((facts) => {
    const { journalDb } = facts.context.paths
    const known = existsSync(journalDb)
      ? quietly(() =>
          lookIntoJournal(facts, (journal) => {
            const which = { target: facts.target?.name }
            return { states: countStates(journal, which), unreached: countUnreached(journal, which) }
          }),
        )
      : null
    if (known === null) return skipped('no journal yet')
    const { states, unreached } = known
    const { failed: missed = 0, dead_letter: dead = 0, conflict = 0 } = states
    const details = { states }
    const counts: Partial<Record<string, number>> = { ...states, failed: missed - unreached, unreached }
    const found = words
      .map(([state, word]) => [counts[state] ?? 0, word] as const)
      .filter(([count], at) => at === 0 || count > 0)
      .map(([count, word]) => `${count} ${count === 1 ? word.replace('letters', 'letter') : word}`)
      .join(', ')
    if (dead > 0) {
      return failed(found, { remedy: 'Run `app webhook list --state dead_letter`, then `app webhook retry`', details })
    }
    if (missed + conflict === 0) return ok(found, { details })
    return warning(found, { remedy: `\`app webhook list --state ${missed > 0 ? 'failed' : 'conflict'}\``, details })
  }),
}
