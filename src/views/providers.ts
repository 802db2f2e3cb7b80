import type { Provider, RoutedRequest } from '../control/provider.ts'
import { table } from '../terminal/table.ts'
import { escapeCell } from '../values/escape.ts'
import { noRows } from './cells.ts'
import type { View } from './view.ts'

/** The providers of the emulator and the app behind each. */
export const providerTable: View<readonly Provider[]> = (providers, { width, style }) => {
  if (providers.length === 0) return noRows('providers')
  return table(
    providers,
    [
      { header: 'ID', cell: ({ id }) => String(id), right: true },
      { header: 'KIND', cell: ({ kind }) => kind },
      { header: 'NAME', cell: ({ name }) => name },
      { header: 'APP', cell: ({ appKey }) => appKey },
    ],
    { width, heading: style.dim },
  )
}

export const openedProvider: View<Provider> = ({ id, kind, name, appKey }) =>
  escapeCell(`Provider ${id} opened: ${name} (${kind}), run by ${appKey}.`)

/** Zero subscriptions is what a developer looks for a reason for. */
export const routedRequest: View<RoutedRequest> = ({ eventId, topic, appKey, deliveries }) =>
  escapeCell(`${topic}  ${eventId}  ${deliveries === 0 ? `no subscription of ${appKey} takes it` : `to ${appKey}`}`)
