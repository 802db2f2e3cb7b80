import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { deliveryFilter, deliveryFilterFlags, rejectSelectors } from '../../cli/delivery-flags.ts'
import { deliveryNumber } from '../../cli/number-argument.ts'
import { targetAt } from '../../cli/place.ts'
import { AppError } from '../../errors.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { Journal } from '../../journal/journal.ts'
import { requireDelivery, withJournal } from '../../tasks/journal/project-journal.ts'
import { findFitting } from '../../tasks/webhook/find-deliveries.ts'
import { journalCaptured, type CapturedSource } from '../../tasks/webhook/journal-captured.ts'
import { replayDeliveries, requireTaken } from '../../tasks/webhook/replay-deliveries.ts'
import { defined } from '../../text/defined.ts'
import { capturedLine, replayLine, type Captured } from '../../views/webhook/journaled-deliveries.ts'
import { readBodySource } from '../../webhooks/body-source.ts'
import { readCaptured } from '../../webhooks/captured/read-captured.ts'
import type { ReplayAnswer } from '../../webhooks/replay.ts'

interface Replayed {
  readonly replayed: readonly ReplayAnswer[]
  /** Signature check of each imported delivery. Only with --from. */
  readonly captured?: readonly (Omit<Captured, 'row'> & { readonly deliveryId: number })[]
}

export default class WebhookReplay extends AppCommand<Replayed> {
  static override summary = 'Replay deliveries from the journal to your app'

  static override description =
    'The body is unchanged. Timestamp and signature are new, so that your app accepts an old event (--as-is sends the original). Apps skip an eventId that they already handled. --new-event sets a new eventId. Exits with 10 if the app rejects a delivery.'

  static override writes = ['state'] as const

  static override examples = [
    '<%= config.bin %> webhook replay 42',
    '<%= config.bin %> webhook replay --last 5 --topic order.created',
    '<%= config.bin %> webhook replay 42 --new-event --to http://127.0.0.1:4000/webhooks',
    '<%= config.bin %> webhook replay --from production.har',
  ]

  static override args = { id: deliveryNumber() }

  static override flags = {
    last: Flags.integer({
      summary: 'Resend this many of the newest matching deliveries, oldest first.',
      min: 1,
      max: 10_000,
      helpValue: '<n>',
    }),
    're-sign': Flags.boolean({ summary: 'Use a new timestamp and signature (the default).', exclusive: ['as-is'] }),
    'as-is': Flags.boolean({ summary: 'Send exactly what arrived, including signature and timestamp.' }),
    'new-event': Flags.boolean({ summary: 'Use a new eventId, with a new signature.', exclusive: ['as-is'] }),
    body: Flags.string({
      summary: 'Use these bytes as the body, with a new signature.',
      helpValue: '@file|-',
      exclusive: ['as-is'],
    }),
    from: Flags.string({
      summary:
        'Import deliveries from another tool: a HAR file, a curl command, a raw HTTP request or JSON log lines. They are verified at their original time, added to the journal with personal data masked, and signed again.',
      helpValue: '<file>|-',
      exclusive: ['as-is', 'last', ...Object.keys(deliveryFilterFlags)],
    }),
    to: Flags.string({ summary: 'URL of another receiver on this machine.', helpValue: '<url>' }),
    ...deliveryFilterFlags,
  }

  async run(): Promise<Replayed> {
    const { args, flags } = await this.parse(WebhookReplay)
    rejectSelectors(args.id, flags, ['last', 'from', ...Object.keys(deliveryFilterFlags)])
    const project = await this.project()
    const body = flags.body === undefined ? undefined : readBodySource(flags.body, this.context.cwd)
    const mode = flags['as-is'] ? 'as-is' : flags['new-event'] ? 'new-event' : 're-sign'
    return withJournal(this.context, project.config.key, async (journal) => {
      const at = (name: string) => targetAt(this.context, name, project)
      const captured =
        flags.from === undefined ? null : await this.#import(flags.from, { project, journal, target: at })
      const deliveries = captured?.map(({ row }) => row) ?? this.#choose(journal, args.id, flags)
      const plan = {
        project,
        // A delivery captured elsewhere is signed for the platform in use.
        target: (from: DeliveryTarget | null) =>
          at(flags.target ?? (captured === null ? from : null) ?? this.targetName),
        journal,
        mode,
        to: flags.to,
        ...defined({ body }),
      } as const
      const replayed: ReplayAnswer[] = []
      for await (const answer of replayDeliveries(this.context, plan, deliveries)) {
        replayed.push(answer)
        this.show(replayLine(answer, this.looks.style))
      }
      if (replayed.length === 0) this.show('No deliveries.')
      requireTaken(replayed)
      if (captured === null) return { replayed }
      return { replayed, captured: captured.map(({ row, ...facts }) => ({ deliveryId: row.id, ...facts })) }
    })
  }

  async #import(from: string, place: CapturedSource): Promise<readonly Captured[]> {
    const source = from === '-' || from.startsWith('@') ? from : `@${from}`
    const requests = readCaptured(readBodySource(source, this.context.cwd, '--from'))
    const captured = await journalCaptured(this.context, place, requests)
    for (const one of captured) this.note(capturedLine(one))
    return captured
  }

  #choose(
    journal: Journal,
    id: number | undefined,
    flags: Parameters<typeof deliveryFilter>[2] & {
      readonly last?: number | undefined
      readonly where?: string | undefined
    },
  ): readonly DeliveryRow[] {
    if (id !== undefined) return [requireDelivery(journal, id)]
    if (flags.last === undefined) {
      throw new AppError('usage.missing', 'Specify a delivery or --last <n>.', {
        suggestions: ['app webhook replay 42', 'app webhook replay --last 1', 'app webhook list'],
      })
    }
    const filter = deliveryFilter(this.context, journal, flags)
    return findFitting(journal, { filter, where: flags.where, limit: flags.last }).toReversed()
  }
}
