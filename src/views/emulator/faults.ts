import { isDeliveryFault, type Fault } from '../../control/fault.ts'
import { table } from '../../terminal/table.ts'
import { escapeForeign } from '../../text/escape.ts'
import { noRows, orDash, shownTime } from '../cells.ts'
import type { Looks, View } from '../view.ts'

/** Formats the active faults in matching order. */
export const faultTable: View<readonly Fault[]> = (faults, looks) => {
  if (faults.length === 0) return noRows('faults')
  return table(
    faults,
    [
      { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
      { header: 'FAULT', rank: 9, cell: ({ kind }) => kind },
      {
        header: 'METHOD',
        rank: 4,
        cell: (fault) => (isDeliveryFault(fault.kind) ? 'delivery' : (fault.method ?? 'any')),
      },
      {
        header: 'PATH',
        rank: 8,
        cell: ({ path, topic }) => topic ?? path ?? 'any',
        // `app emulator status` shows faults too, and using `API_PREFIX` would load the catalog.
        screen: ({ path, topic }) => topic ?? path?.replace(/^\/api\/apps\/v1(?=\/)/, '') ?? 'any',
      },
      { header: 'APP', rank: 3, ifVaried: true, cell: ({ appKey }) => appKey ?? 'any' },
      {
        header: 'LEFT',
        rank: 8,
        cell: formatLeft,
        kind: 'number',
      },
      { header: 'HITS', rank: 5, cell: ({ hits }) => String(hits), kind: 'number' },
      { header: 'CHANCE', rank: 6, ifSaid: true, cell: formatChance },
      { header: 'RETRY-AFTER', rank: 2, ifSaid: true, cell: ({ retryAfter }) => orDash(retryAfter) },
      { header: 'DELAY', rank: 2, ifSaid: true, cell: formatDelay },
      { header: 'UNTIL', rank: 7, ifSaid: true, kind: 'time', cell: formatUntil },
      { header: 'FROM', rank: 2, ifSaid: true, kind: 'time', cell: formatFrom },
    ],
    looks,
  )
}

function formatLeft({ remaining, state }: Fault): string {
  if (state === 'expired') return orDash(null)
  return remaining === null ? 'all' : String(remaining)
}

function formatUntil({ endsAt, state }: Fault): string {
  return state === 'expired' ? 'over' : orDash(endsAt)
}

/** Returns the start of a fault that is not active yet. */
function formatFrom({ startsAt, state }: Fault): string {
  return orDash(state === 'scheduled' ? startsAt : null)
}

function formatChance({ percent, inARow }: Fault): string {
  if (percent === null) return orDash(null)
  return inARow === 1 ? `${percent} %` : `${percent} %, ${inARow} in a row`
}

function formatDelay({ delayMs, delayMaxMs }: Fault): string {
  if (delayMs === null) return orDash(null)
  return delayMaxMs === null ? `${delayMs} ms` : `${delayMs}..${delayMaxMs} ms`
}

/** Formats one fault on a line: kind, match, remaining count and end. Times are ISO-8601 without `looks`. */
export function faultLine(fault: Fault, looks?: Looks): string {
  const { id, kind, appKey, percent } = fault
  const whom = [formatPlace(fault), appKey === null ? '' : `for ${appKey}`].filter((word) => word !== '')
  const chance = percent === null ? '' : ` with probability ${formatChance(fault)}`
  return escapeForeign(`${id}: ${kind} on ${whom.join(' ')}${chance}, ${timeWords(fault, looks)}`)
}

function timeWords({ remaining, startsAt, endsAt, state }: Fault, looks: Looks | undefined): string {
  if (state === 'expired') return 'over'
  const shown = (iso: string) => (looks === undefined ? iso : shownTime(iso, looks))
  const words = [
    ...(remaining === null ? [] : [`${remaining} left`]),
    ...(state === 'scheduled' ? [`from ${shown(startsAt)}`] : []),
    ...(endsAt === null ? [] : [`until ${shown(endsAt)}`]),
    ...(remaining === null && endsAt === null ? ['until cleared'] : []),
  ]
  return words.join(', ')
}

function formatPlace({ kind, method, path, topic }: Fault): string {
  if (isDeliveryFault(kind)) return `deliveries${topic === null ? '' : ` with topic ${topic}`}`
  return `${method === null ? '' : `${method} `}${path ?? 'any path'}`
}
