import type { Deviation } from '../deviation.ts'

const asItIs = 'Sign the unchanged value of X-Service-Timestamp (Unix seconds).'

/** Creates a mistake in the timestamp's format: `change` derives it from the received one, or returns null if it cannot. */
function timestampMistake(id: string, unit: string, change: (text: string) => string | null): Deviation {
  return {
    id,
    part: 'timestamp',
    what: `with the timestamp ${unit}`,
    remedy: asItIs,
    apply: (recipe) => {
      const timestamp = change(recipe.timestamp)
      return timestamp === null || timestamp === recipe.timestamp ? null : { ...recipe, timestamp }
    },
  }
}

/** The timestamp in another unit. */
export const timestamps: readonly Deviation[] = [
  timestampMistake('milliseconds', 'in milliseconds', (text) => `${text}000`),
  {
    ...timestampMistake('milliseconds', 'in seconds, but the header has milliseconds', (text) =>
      /^\d{13}$/.test(text) ? text.slice(0, 10) : null,
    ),
    remedy: 'Send X-Service-Timestamp in Unix seconds.',
  },
  timestampMistake('iso-timestamp', 'as ISO 8601', secondsIso),
  timestampMistake('iso-timestamp', 'as ISO 8601 with milliseconds', isoOf),
  timestampMistake(
    'iso-timestamp',
    'as ISO 8601 with +00:00',
    (text) => secondsIso(text)?.replace('Z', '+00:00') ?? null,
  ),
  timestampMistake(
    'iso-timestamp',
    'as date and time, separated by a space',
    (text) => secondsIso(text)?.replace('T', ' ').replace('Z', '') ?? null,
  ),
  timestampMistake('decimal-timestamp', 'as a decimal (1760000000.0)', (text) => `${text}.0`),
]

/** Any moment of the second in milliseconds: a thousand, so they are tried last. */
export const moments: readonly Deviation[] = Array.from({ length: 999 }, (_, before) => {
  const ms = String(before + 1).padStart(3, '0')
  return timestampMistake('milliseconds', `in milliseconds (…${ms})`, (text) =>
    /^\d{10}$/.test(text) ? `${text}${ms}` : null,
  )
})

function topicMistake(what: string, change: (topic: string) => string): Deviation {
  return {
    id: 'other-topic',
    part: 'topic',
    what,
    remedy: 'Sign the unchanged value of X-Service-Topic.',
    apply: (recipe) => {
      const topic = change(recipe.topic)
      return topic === recipe.topic ? null : { ...recipe, topic }
    },
  }
}

/** The topic with another spelling. */
export const topics: readonly Deviation[] = [
  topicMistake('with a slash in the topic instead of a dot', (topic) => topic.replaceAll('.', '/')),
  topicMistake('with the topic in capital letters', (topic) => topic.toUpperCase()),
  topicMistake('with an underscore in the topic instead of a dot', (topic) => topic.replaceAll('.', '_')),
]

function secondsIso(seconds: string): string | null {
  return isoOf(seconds)?.replace('.000Z', 'Z') ?? null
}

function isoOf(seconds: string): string | null {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
