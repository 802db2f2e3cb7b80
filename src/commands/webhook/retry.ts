import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { rejectSelectors } from '../../cli/delivery-flags.ts'
import { deliveryNumber } from '../../cli/number-argument.ts'
import { namedTarget, targetAt } from '../../cli/place.ts'
import { deliveriesIn, failedEvents, waitingLater, type DeliveryTarget } from '../../journal/delivery-state.ts'
import type { Journal } from '../../journal/journal.ts'
import { requireDelivery, withJournal } from '../../tasks/journal/project-journal.ts'
import { deadLettersElsewhere } from '../../tasks/webhook/dead-letters.ts'
import { replayDeliveries, requireTaken } from '../../tasks/webhook/replay-deliveries.ts'
import { noRows } from '../../views/cells.ts'
import { replayLine } from '../../views/webhook/journaled-deliveries.ts'
import { waitingAdvice } from '../../webhooks/platform-dead-letters.ts'
import type { ReplayAnswer } from '../../webhooks/replay.ts'

export default class WebhookRetry extends AppCommand<{ readonly retried: readonly ReplayAnswer[] }> {
  static override summary = 'Retry dead letters'
  static override description = 'Without a number, retries all dead letters in order of arrival.'

  static override writes = ['state'] as const

  static override examples = [
    '<%= config.bin %> webhook retry',
    '<%= config.bin %> webhook retry 42',
    '<%= config.bin %> webhook retry --failed',
  ]

  static override args = {
    id: deliveryNumber({ description: 'Delivery number. Default: all dead letters.' }),
  }

  static override flags = {
    failed: Flags.boolean({
      summary:
        'Also retry deliveries that the app rejected or did not respond to, even if the platform or `app dev --ack` still retries them.',
    }),
  }

  async run(): Promise<{ readonly retried: readonly ReplayAnswer[] }> {
    const { args, flags } = await this.parse(WebhookRetry)
    rejectSelectors(args.id, flags, ['failed'])
    const project = await this.project()
    return withJournal(this.context, project.config.key, async (journal) => {
      const which = { target: namedTarget(flags, this.context) }
      const waiting = waitingLater(journal, this.context.now(), which)
      const failed = flags.failed ? [...failedEvents(journal, which), ...waiting] : []
      const dead = [...deliveriesIn(journal, 'dead_letter', which), ...failed]
      const ids = args.id === undefined ? dead.toSorted((a, b) => a - b) : [args.id]
      const deliveries = ids.map((id) => requireDelivery(journal, id))
      if (deliveries.length === 0) await this.#sayNone(journal, { ...which, waiting })
      const retried: ReplayAnswer[] = []
      const plan = {
        project,
        target: (from: DeliveryTarget | null) =>
          targetAt(this.context, flags.target ?? from ?? this.targetName, project),
        journal,
        mode: 're-sign',
        kind: 'retry',
      } as const
      for await (const answer of replayDeliveries(this.context, plan, deliveries)) {
        retried.push(answer)
        this.show(replayLine(answer, this.looks.style))
      }
      requireTaken(retried)
      return { retried }
    })
  }

  /** Deliveries that wait, or that the platform's own queue no longer retries, may still have failed. */
  async #sayNone(
    journal: Journal,
    { target, waiting }: { readonly target: DeliveryTarget | undefined; readonly waiting: readonly number[] },
  ): Promise<void> {
    this.show(noRows('dead letters'))
    const elsewhere = target === 'live' ? null : await deadLettersElsewhere(this.context, journal)
    for (const more of [waitingAdvice(waiting), elsewhere]) if (more !== null) this.note(more)
  }
}
