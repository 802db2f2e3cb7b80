import type { Lost, SentDelivery, Step, Undone } from '../../control/undo.ts'
import { table } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { noRows, sentence } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats the operations that can be undone, newest first. */
export const stepTable: View<readonly Step[]> = (steps, looks) => {
  if (steps.length === 0) return noRows('operations to undo')
  return table(
    steps,
    [
      { header: 'STEP', rank: 7, cell: ({ id }) => String(id), kind: 'number' },
      { header: 'TIME', rank: 6, cell: ({ at }) => at, kind: 'time' },
      { header: 'OPERATION', rank: 9, room: 40, cell: ({ summary }) => summary, kind: 'prose' },
      { header: 'EVENTS', rank: 8, cell: ({ events }) => events.join(' '), screen: ({ events }) => eventWords(events) },
    ],
    looks,
  )
}

/** Any of the ids identifies the operation, so one is enough to copy. */
function eventWords([first, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  return more.length === 0 ? first : `${first} +${more.length}`
}

/** Formats what was undone, and what was sent before and cannot be recalled. */
export const undoneView: View<Undone> = ({ undone, sent, lost, revokedTokens, remaining }, looks) => {
  const taken = undone.map(({ summary }) => `Undone: ${escapeCell(summary)}.`)
  const stays = sent.map((one) => `Already sent, cannot be recalled: ${sentWords(one)}.`)
  const along = lost.length === 0 ? [] : [`Also removed (${lost.length}): ${lost.map(lostWords).join(', ')}.`]
  const gone =
    revokedTokens === 0
      ? []
      : [
          `The emulator deleted ${revokedTokens === 1 ? 'a token' : `${revokedTokens} tokens`}. To reinstall: app install`,
        ]
  const rest = remaining === 0 ? 'Nothing else to undo.' : `${remaining} more can be undone.`
  return [...taken, ...along, ...stays, ...gone, rest].map((line) => sentence(line, looks)).join('\n')
}

function lostWords({ appKey, store }: Lost): string {
  if (appKey === null) return escapeCell(`the store ${store}`)
  return escapeCell(store === null ? `the app ${appKey}` : `the install of ${appKey} in ${store}`)
}

function sentWords({ topic, eventId, appKey, state }: SentDelivery): string {
  const how = { accepted: 'accepted', rejected: 'rejected', 'in-flight': 'in flight' }[state]
  return escapeCell(`${topic} ${eventId} to ${appKey} (${how})`)
}
