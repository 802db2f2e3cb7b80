import type { Deviation } from '../deviation.ts'
import type { Recipe } from '../recipe.ts'

const asItIs = 'Sign the value of X-Service-Timestamp as it is: Unix seconds.'

/** The timestamp written in another unit. */
export const timestamps: readonly Deviation[] = [
  {
    id: 'milliseconds',
    part: 'timestamp',
    what: 'with the timestamp in milliseconds',
    remedy: asItIs,
    apply: (recipe) => withTimestamp(recipe, (text) => `${text}000`),
  },
  {
    id: 'milliseconds',
    part: 'timestamp',
    what: 'with the timestamp in seconds, while the header has milliseconds',
    remedy: 'X-Service-Timestamp is Unix seconds.',
    apply: (recipe) => withTimestamp(recipe, (text) => (/^\d{13}$/.test(text) ? text.slice(0, 10) : text)),
  },
  {
    id: 'iso-timestamp',
    part: 'timestamp',
    what: 'with the timestamp as ISO-8601',
    remedy: asItIs,
    apply: (recipe) => withTimestamp(recipe, (text) => isoOf(text, false)),
  },
  {
    id: 'iso-timestamp',
    part: 'timestamp',
    what: 'with the timestamp as ISO-8601 with milliseconds',
    remedy: asItIs,
    apply: (recipe) => withTimestamp(recipe, (text) => isoOf(text, true)),
  },
  {
    id: 'iso-timestamp',
    part: 'timestamp',
    what: 'with the timestamp as ISO-8601 with +00:00',
    remedy: asItIs,
    apply: (recipe) => withTimestamp(recipe, (text) => isoOf(text, false)?.replace('Z', '+00:00') ?? null),
  },
  {
    id: 'iso-timestamp',
    part: 'timestamp',
    what: 'with the timestamp as date and time with a space between',
    remedy: asItIs,
    apply: (recipe) => withTimestamp(recipe, (text) => isoOf(text, false)?.replace('T', ' ').replace('Z', '') ?? null),
  },
  {
    id: 'decimal-timestamp',
    part: 'timestamp',
    what: 'with the timestamp as a decimal (1760000000.0)',
    remedy: asItIs,
    apply: (recipe) => withTimestamp(recipe, (text) => `${text}.0`),
  },
]

/** Any moment of the second in milliseconds: a thousand, so they are tried alone. */
export const moments: readonly Deviation[] = Array.from({ length: 999 }, (_, before): Deviation => {
  const ms = String(before + 1).padStart(3, '0')
  return {
    id: 'milliseconds',
    part: 'timestamp',
    what: `with the timestamp in milliseconds (…${ms})`,
    remedy: asItIs,
    apply: (recipe) => withTimestamp(recipe, (text) => (/^\d{10}$/.test(text) ? `${text}${ms}` : null)),
  }
})

/** The topic spelled otherwise. */
export const topics: readonly Deviation[] = [
  {
    id: 'other-topic',
    part: 'topic',
    what: 'with a slash in the topic instead of a dot',
    remedy: 'Sign the value of X-Service-Topic as it is.',
    apply: (recipe) => withTopic(recipe, recipe.topic.replaceAll('.', '/')),
  },
  {
    id: 'other-topic',
    part: 'topic',
    what: 'with the topic in capital letters',
    remedy: 'Sign the value of X-Service-Topic as it is.',
    apply: (recipe) => withTopic(recipe, recipe.topic.toUpperCase()),
  },
  {
    id: 'other-topic',
    part: 'topic',
    what: 'with an underscore in the topic instead of a dot',
    remedy: 'Sign the value of X-Service-Topic as it is.',
    apply: (recipe) => withTopic(recipe, recipe.topic.replaceAll('.', '_')),
  },
]

function withTimestamp(recipe: Recipe, change: (text: string) => string | null): Recipe | null {
  const timestamp = change(recipe.timestamp)
  return timestamp === null || timestamp === recipe.timestamp ? null : { ...recipe, timestamp }
}

function withTopic(recipe: Recipe, topic: string): Recipe | null {
  return topic === recipe.topic ? null : { ...recipe, topic }
}

function isoOf(seconds: string, withMs: boolean): string | null {
  const date = new Date(Number(seconds) * 1000)
  if (Number.isNaN(date.getTime())) return null
  const iso = date.toISOString()
  return withMs ? iso : iso.replace('.000Z', 'Z')
}
