import { AppError } from '../errors.ts'
import { escapeForeign } from '../text/escape.ts'
import type { Step } from './undo.ts'

/** Maximum number of events that an error lists. */
const SHOWN = 8

/** Minimum length of an id's ending. */
const LEAST_END = 4

/**
 * Returns the operation that caused an event. `given` is the event's id, its beginning with or without `evt_`, or its ending from a table (`…b6a1f0`). If it
 * matches several events of one operation, that operation is returned. Raises `emulator.unknown-operation` and `emulator.ambiguous-event`.
 */
export function meantStep(steps: readonly Step[], given: string): Step {
  const [fitting, ...more] = fits(given.trim()).map((isMeant) => steps.filter(({ events }) => events.some(isMeant)))
  const found = [fitting, ...more].find((some) => some !== undefined && some.length > 0) ?? []
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const shown = escapeForeign(given).slice(0, 100)
  if (only === undefined) {
    throw new AppError('emulator.unknown-operation', `No undoable operation sent the event ${shown}.`, {
      suggestions: ['app emulator undo --list'],
    })
  }
  const [isBeginning, isEnd] = fits(given.trim()).slice(1)
  const events = found.flatMap(({ summary, events: all }) =>
    all
      .filter((event) => isBeginning?.(event) === true || isEnd?.(event) === true)
      .map((event) => ({ event, what: summary })),
  )
  throw new AppError(
    'emulator.ambiguous-event',
    `${shown} matches events from ${found.length} operations. Nothing was undone.`,
    {
      suggestions: events.slice(0, SHOWN).map(({ event }) => `app emulator rewind ${event}`),
      details: { events: events.slice(0, SHOWN), more: Math.max(0, events.length - SHOWN) },
    },
  )
}

/** Returns the tests from the strictest to the loosest: the first with a match decides. */
function fits(given: string): readonly ((event: string) => boolean)[] {
  const end = given.replace(/^(?:…|\.{3})/, '')
  const isEndOnly = end !== given
  return [
    (event) => event === given,
    (event) => !isEndOnly && given !== '' && (event.startsWith(given) || event.startsWith(`evt_${given}`)),
    (event) => end.length >= LEAST_END && event.endsWith(end),
  ]
}
