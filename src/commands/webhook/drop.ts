import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { deliveryNumber } from '../../cli/number-argument.ts'
import { namedTarget } from '../../cli/place.ts'
import { AppError } from '../../errors.ts'
import { deliveriesIn } from '../../journal/delivery-state.ts'
import { dropDelivery, requireDroppable } from '../../journal/drop-delivery.ts'
import type { Journal } from '../../journal/journal.ts'
import { requireDelivery, withJournal } from '../../tasks/journal/project-journal.ts'

export default class WebhookDrop extends AppCommand<{ readonly dropped: readonly number[] }> {
  static override summary = 'Stop retrying deliveries'

  static override description =
    'Dropped deliveries stay in the journal. A delivery that the app accepted, or a duplicate of it, cannot be dropped. The command then exits with 2 and drops nothing.'

  static override writes = ['state'] as const

  static override examples = ['<%= config.bin %> webhook drop 42', '<%= config.bin %> webhook drop --dead-letters']

  static override args = { id: deliveryNumber() }

  static override flags = {
    'dead-letters': Flags.boolean({ summary: 'Drop all dead letters.' }),
    pending: Flags.boolean({ summary: 'Drop all deliveries waiting for a retry.' }),
  }

  async run(): Promise<{ readonly dropped: readonly number[] }> {
    const { args, flags } = await this.parse(WebhookDrop)
    const { config } = await this.project()
    if (args.id === undefined && !flags['dead-letters'] && !flags.pending) {
      throw new AppError('usage.missing', 'Specify a delivery, --dead-letters or --pending.', {
        suggestions: ['app webhook drop 42', 'app webhook drop --dead-letters'],
      })
    }
    const which = { target: namedTarget(flags, this.context), limit: 100_000 }
    const dropped = await withJournal(this.context, config.key, (journal) => {
      const ids = [
        ...(args.id === undefined ? [] : [requireOne(journal, args.id)]),
        ...(flags['dead-letters'] ? deliveriesIn(journal, 'dead_letter', which) : []),
        ...(flags.pending ? deliveriesIn(journal, 'pending', which) : []),
      ]
      return [...new Set(ids)].filter((id) => dropDelivery(journal, id))
    })
    this.show(dropped.length === 1 ? 'Dropped 1 delivery.' : `Dropped ${dropped.length} deliveries.`)
    return { dropped }
  }
}

function requireOne(journal: Journal, id: number): number {
  const delivery = requireDelivery(journal, id)
  requireDroppable(delivery)
  return delivery.id
}
