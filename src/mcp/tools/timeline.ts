import { isTopic } from '../../catalog/topics.ts'
import { int, listOf, oneOf, optional, orElse, text } from '../../control/fields.ts'
import { deliveryStates } from '../../journal/delivery-state.ts'
import { readTimeline } from '../../journal/read-timeline.ts'
import { timelineKinds, type TimelineEntry } from '../../journal/timeline.ts'
import { readJournal } from '../../tasks/journal/project-journal.ts'
import { fromTarget, meantTarget } from '../input/from-target.ts'
import { tool } from '../tool.ts'

/** Lists gateway traffic, newest first. */
export const timeline = tool({
  name: 'timeline',
  about:
    "List what `app dev` recorded, newest first: deliveries, further attempts, the app's API calls, installs, spans and logs. Each entry has a kind and an id. `delivery` shows a delivery in full.",
  input: {
    kinds: optional(listOf(oneOf(timelineKinds, ''), { about: 'Kinds to show.' })),
    topic: optional(text({ about: 'Topic, or a prefix such as order.*', max: 100 })),
    state: optional(oneOf(deliveryStates, 'Show only deliveries in this state.')),
    target: fromTarget('Show only deliveries and attempts from this platform.'),
    status: optional(
      text({
        about: 'Response status, such as 200 or 5xx, or none (no response).',
        pattern: /^(?:[1-5]xx|\d{3}|none)$/,
      }),
    ),
    text: optional(text({ about: 'Text in body, id, path or hint.', max: 200 })),
    limit: orElse(int({ about: 'Maximum number of entries.', min: 1, max: 200 }), 20),
  },
  effect: 'reads',
  run: async (call, { limit, target, ...filter }) => {
    const { context, project } = call
    const { config } = await project()
    const { entries, next } = await readJournal(context, config.key, (journal) =>
      readTimeline(journal, { limit, filter: { ...filter, target: meantTarget(call, target) } }),
    )
    return {
      said: { entries: entries.map((entry) => partsOf(entry).own), more: next !== null },
      foreign: Object.fromEntries(entries.map((entry) => [`${entry.kind} ${entry.id}`, partsOf(entry).others])),
    }
  },
})

/** Members that svcapp writes: ids, times, numbers, and words from short lists. */
const ours = new Set([
  'kind',
  'id',
  'at',
  'deliveryId',
  'state',
  'mark',
  'how',
  'tries',
  'bytes',
  'target',
  'status',
  'ms',
])

function partsOf(entry: TimelineEntry) {
  const own: [string, unknown][] = []
  const others: [string, unknown][] = []
  for (const [name, value] of Object.entries(entry)) {
    const isOurs = ours.has(name) || (name === 'topic' && isTopic(String(value)))
    if (value !== null) (isOurs ? own : others).push([name, value])
  }
  return { own: Object.fromEntries(own), others: Object.fromEntries(others) }
}
