import { Buffer } from 'node:buffer'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { wideFlag } from '../../cli/flags.ts'
import { deliveryOrEvent } from '../../cli/number-argument.ts'
import { namedTarget } from '../../cli/place.ts'
import type { AttemptRow } from '../../journal/attempts.ts'
import { attemptsOfDelivery } from '../../journal/attempts.ts'
import { begunAt } from '../../journal/begun-at.ts'
import { callsOfDelivery } from '../../journal/calls/calls.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { newestDelivery, requireDelivery, requireEvent, readJournal } from '../../tasks/journal/project-journal.ts'
import { regionCodes } from '../../tasks/selection/journal-stores.ts'
import { causedCall, type CausedCall } from '../../views/webhook/caused-calls.ts'
import { deliveryFacts, type DeliveryFacts } from '../../views/webhook/journaled-deliveries.ts'
import { journaledDelivery } from '../../views/webhook/journaled-delivery.ts'

interface Shown extends DeliveryFacts {
  readonly headers: Readonly<Record<string, string>>
  /** Request body as UTF-8 text. */
  readonly body: string
  readonly signature: string
  /** Signature verdict. Always `verified`, because other requests are rejected and only counted. */
  readonly verdict: string
  /** Signed timestamp, ISO-8601 UTC. */
  readonly signedAt: string
  readonly attempts: readonly ShownAttempt[]
  /** Id of the trace passed to the app, in hex, or null if there is none. */
  readonly traceId: string | null
  /** API calls that the app made because of this delivery, oldest first. */
  readonly calls: readonly CausedCall[]
}

interface ShownAttempt extends Omit<AttemptRow, 'at' | 'answer'> {
  readonly startedAt: Date
  readonly endedAt: Date
  /** Start of the app's response body, secrets masked, or null if it is empty. */
  readonly response: string | null
}

/** `app journal query` lists the calls of a delivery with more than this many. */
const MOST_CALLS = 100

export default class WebhookShow extends AppCommand<Shown | undefined> {
  static override summary = 'Show a delivery with its attempts, responses and calls'

  static override description =
    "Shows headers, body, signature details, every attempt, the app's responses and the API calls that the app sent. The journal stores the start of each response, with secrets masked. A traceparent links a call to its delivery. A call without a traceparent is matched by time and store, and is marked as a guess."

  static override examples = [
    '<%= config.bin %> webhook show',
    '<%= config.bin %> webhook show 42',
    '<%= config.bin %> webhook show evt_0123456789abcdef',
    '<%= config.bin %> webhook show 42 --body > body.json',
  ]

  static override args = {
    id: deliveryOrEvent({ description: 'Delivery number or eventId. Default: the newest delivery.' }),
  }

  static override flags = {
    body: Flags.boolean({ summary: 'Print only the body, byte for byte.', exclusive: ['json'] }),
    ...wideFlag,
  }

  async run(): Promise<Shown | undefined> {
    const { args, flags } = await this.parse(WebhookShow)
    const { config } = await this.project()
    const target = namedTarget(flags, this.context)
    const detail = await readJournal(this.context, config.key, (journal) => {
      const delivery = args.id === undefined ? newestDelivery(journal, target) : deliveryOf(journal, args.id)
      const calls = callsOfDelivery(journal, delivery, MOST_CALLS).map(causedCall)
      return { delivery, attempts: attemptsOfDelivery(journal, delivery.id), calls }
    })
    if (args.id === undefined) this.note(`Newest delivery: ${detail.delivery.id}.`)
    if (flags.body) {
      this.context.terminal.outBytes(detail.delivery.body)
      return undefined
    }
    const regionCode = regionCodes(this.context, config.key)(detail.delivery)
    this.show(journaledDelivery({ ...detail, regionCode }, this.looks))
    const { headers, body, traceId, signature, verdict, timestamp } = detail.delivery
    return {
      ...deliveryFacts(detail.delivery),
      headers,
      body: Buffer.from(body).toString('utf8'),
      signature,
      verdict,
      signedAt: new Date(timestamp * 1000).toISOString(),
      attempts: detail.attempts.map(({ at, answer, ...attempt }) => ({
        ...attempt,
        startedAt: begunAt({ at, ms: attempt.ms }),
        endedAt: at,
        response: answer,
      })),
      traceId,
      calls: detail.calls,
    }
  }
}

function deliveryOf(journal: Journal, which: number | string): DeliveryRow {
  return typeof which === 'number' ? requireDelivery(journal, which) : requireEvent(journal, which)
}
