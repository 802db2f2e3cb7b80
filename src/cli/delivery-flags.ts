import * as Flags from '@oclif/core/flags'

import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { deliveryStates, type DeliveryState } from '../journal/delivery-state.ts'
import type { DeliveryFilter } from '../journal/find-deliveries.ts'
import type { Journal } from '../journal/journal.ts'
import { ofStore } from '../tasks/selection/journal-stores.ts'
import { defined } from '../text/defined.ts'
import { namedTarget } from './place.ts'
import { SINCE_FORMS, sinceOf } from './values/since.ts'

/** Flags that select deliveries. */
export const deliveryFilterFlags = {
  topic: Flags.string({
    summary: 'Match a topic, or a topic prefix such as order.*.',
    helpGroup: 'FILTER',
    helpValue: '<topic>',
  }),
  store: Flags.string({ summary: 'Match a store by code or id.', helpGroup: 'FILTER', helpValue: '<code>' }),
  state: Flags.string({ summary: 'Match a delivery state.', options: [...deliveryStates], helpGroup: 'FILTER' }),
  status: Flags.string({
    summary: "Match the app's last response status: 500, 5xx or none.",
    helpGroup: 'FILTER',
    helpValue: '<status>',
  }),
  since: Flags.string({
    summary: `Match deliveries received since a time: ${SINCE_FORMS}.`,
    helpGroup: 'FILTER',
    helpValue: '<time|age>',
  }),
  grep: Flags.string({
    summary: 'Match text in the body or eventId.',
    helpGroup: 'FILTER',
    helpValue: '<text>',
  }),
  where: Flags.string({
    summary:
      'Match the body by an existing path, or by a path compared (== != < >) with a JSON value, such as \'.data.status == "paid"\'.',
    helpGroup: 'FILTER',
    helpValue: '<condition>',
  }),
}

export interface DeliveryFilterFlags {
  readonly topic?: string | undefined
  readonly store?: string | undefined
  readonly state?: string | undefined
  readonly status?: string | undefined
  readonly since?: string | undefined
  readonly grep?: string | undefined
  /** Flag of every command. */
  readonly target?: string | undefined
}

/** Raises `usage.invalid` if a delivery is given together with a flag in `names`, which selects other deliveries. */
export function rejectSelectors(id: number | undefined, flags: object, names: readonly string[]): void {
  const given = Object.entries(flags).filter(([name, value]) => names.includes(name) && value !== undefined)
  const [other] = given.find(([, value]) => value !== false) ?? []
  if (id === undefined || other === undefined) return
  throw new AppError('usage.invalid', `A delivery number and --${other} cannot be used together.`)
}

function noStatus(text: string): AppError {
  const state = deliveryStates.find((one) => one === text.toLowerCase())
  return new AppError(
    'usage.invalid',
    `--status ${JSON.stringify(text)} is invalid. Use a status such as 500, 5xx or none.`,
    {
      suggestions: state === undefined ? [] : [`To filter by state: \`app webhook list --state ${state}\`.`],
    },
  )
}

/** Returns the flags as a journal filter. Raises `usage.invalid` and `store.*`. */
export function deliveryFilter(context: Context, journal: Journal, flags: DeliveryFilterFlags): DeliveryFilter {
  const { topic, status, grep } = flags
  const store = ofStore(context, journal, { named: flags.store, target: namedTarget(flags, context) })
  if (status !== undefined && !/^([1-5]xx|\d{3}|none)$/i.test(status)) throw noStatus(status)
  return defined({
    topic,
    ...store,
    status: status?.toLowerCase(),
    text: grep,
    // oclif has validated it against the same list of states.
    state: flags.state as DeliveryState | undefined,
    since: flags.since === undefined ? undefined : sinceOf(flags.since, context.now()),
  })
}
