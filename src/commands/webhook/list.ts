import * as Flags from '@oclif/core/flags'

import { isTopic, topicNames } from '../../catalog/topics.ts'
import { AppCommand } from '../../cli.ts'
import { deliveryFilter, deliveryFilterFlags } from '../../cli/delivery-flags.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import { namedTarget } from '../../cli/place.ts'
import { takenBy } from '../../journal/delivery-state.ts'
import { readJournal } from '../../tasks/journal/project-journal.ts'
import { regionCodes } from '../../tasks/selection/journal-stores.ts'
import { deadLettersElsewhere } from '../../tasks/webhook/dead-letters.ts'
import { findFitting, hasUnanswered } from '../../tasks/webhook/find-deliveries.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { nearest } from '../../text/nearest.ts'
import { journaledDeliveryTable, shownDelivery, type ShownDelivery } from '../../views/webhook/journaled-deliveries.ts'

export default class WebhookList extends AppCommand<{ readonly deliveries: readonly ShownDelivery[] }> {
  static override summary = "List deliveries with your app's responses, newest first"

  static override description =
    'The gateway of `app dev` and `app webhook listen` records deliveries in the journal. Events sent directly to the app are not recorded.'

  static override examples = [
    '<%= config.bin %> webhook list',
    '<%= config.bin %> webhook list --status 5xx --since 2h',
    '<%= config.bin %> webhook list --topic "order.*" --where \'.data.status == "paid"\' --ndjson',
  ]

  static override flags = {
    ...deliveryFilterFlags,
    limit: Flags.integer({
      summary: 'Maximum number of deliveries.',
      default: 20,
      min: 1,
      max: 100_000,
      helpValue: '<n>',
    }),
    ...linesFlag,
    ...wideFlag,
  }

  async run(): Promise<{ readonly deliveries: readonly ShownDelivery[] }> {
    const { flags } = await this.parse(WebhookList)
    const { config } = await this.project()
    const target = namedTarget(flags, this.context)
    const { rows, unanswered, taken, elsewhere } = await readJournal(this.context, config.key, async (journal) => {
      const filter = deliveryFilter(this.context, journal, flags)
      const { where } = flags
      // Fetches one extra row to detect whether there are more.
      const found = findFitting(journal, { filter, where, limit: flags.limit + 1 })
      const failed = found.slice(0, flags.limit).filter(({ state }) => state === 'failed')
      const isOfQueue = found.length === 0 && flags.state === 'dead_letter' && target !== 'live'
      return {
        rows: found,
        elsewhere: isOfQueue ? await deadLettersElsewhere(this.context, journal) : null,
        unanswered: hasUnanswered(journal, { filter, where }),
        taken: takenBy(
          journal,
          failed.map(({ eventId }) => eventId),
        ),
      }
    })
    const fitting = rows.slice(0, flags.limit)
    const deliveries = fitting.map((row) => withTaken(shownDelivery(row), taken))
    const codeOf = regionCodes(this.context, config.key)
    const listed = fitting.map((row) => ({
      ...withTaken(shownDelivery(row), taken),
      regionCode: codeOf(row),
    }))
    this.show(journaledDeliveryTable(listed, this.looks))
    if (elsewhere !== null) this.note(elsewhere)
    if (rows.length > flags.limit) this.note(`Showing the newest ${flags.limit}. For more, use --limit <n>.`)
    else if (rows.length === 0 && (isFiltered(flags) || target !== undefined)) {
      this.note(
        `${topicDoubt(flags.topic)}A filter is set. Without filters and --target, the list shows every delivery.`,
      )
    }
    if (target !== undefined && fitting.some((row) => row.target === null)) this.note(UNKNOWN_TARGET)
    if (unanswered) this.note(UNANSWERED)
    if (flags.state === 'failed' && taken.size > 0) this.note(takenNote(taken.size))
    return { deliveries }
  }
}

const UNKNOWN_TARGET = 'The platform of some deliveries is unknown, because an earlier version received them.'

const UNANSWERED =
  'Deliveries without a response are not listed (the gateway responded with 502 or 504). List them with --status none.'

function withTaken(row: ShownDelivery, taken: ReadonlyMap<string, number>): ShownDelivery {
  const acceptedBy = row.state === 'failed' && row.eventId !== null ? taken.get(row.eventId) : undefined
  return acceptedBy === undefined ? row : { ...row, acceptedBy }
}

/** A failed delivery stays failed if the platform's retry delivers the event in another delivery. */
function takenNote(count: number): string {
  const events = count === 1 ? 'One event was' : `${count} events were`
  return `${events} accepted in another delivery. \`app webhook retry --failed\` skips ${count === 1 ? 'it' : 'them'}.`
}

function topicDoubt(topic = '*'): string {
  if (topic.includes('*') || isTopic(topic)) return ''
  const meant = nearest(topic, topicNames)
  return `Unknown topic ${foreignText(topic)}.${meant === null ? '' : ` Did you mean ${meant}?`} `
}

function isFiltered(flags: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(deliveryFilterFlags).some((name) => flags[name] !== undefined)
}
