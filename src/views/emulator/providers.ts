import type { Provider, RoutedRequest } from '../../control/provider.ts'
import { table } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { noRows } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats the emulator's providers and their apps. */
export const providerTable: View<readonly Provider[]> = (providers, looks) => {
  if (providers.length === 0) return noRows('providers')
  return table(
    providers,
    [
      { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
      { header: 'KIND', rank: 8, cell: ({ kind }) => kind },
      { header: 'NAME', kind: 'prose', rank: 7, cell: ({ name }) => name },
      { header: 'APP', rank: 6, cell: ({ appKey }) => appKey },
    ],
    looks,
  )
}

export const openedProvider: View<Provider> = ({ id, kind, name, appKey }) =>
  escapeCell(`Created provider ${id}: ${name} (${kind}), run by ${appKey}.`)

/** Also shows zero subscriptions, so that you look for the reason. */
export const routedRequest: View<RoutedRequest> = ({ eventId, topic, appKey, deliveries }) =>
  escapeCell(`${topic}  ${eventId}  ${deliveries === 0 ? `not sent: ${appKey} is not subscribed` : `to ${appKey}`}`)
