import type { Provider, RoutedRequest } from '../../../control/provider.ts'
import { AppError } from '../../../errors.ts'
import type { EmulatorContext } from '../../context.ts'
import { getProvider, listProviders } from '../../platform/providers.ts'
import { orderFacts, readOrder, type OrderKey } from './order-event.ts'
import { routeTo } from './route-to-provider.ts'

const OPEN = 'app emulator provider create --kind fulfillment --name "Example Warehouse"'

/**
 * Requests fulfillment of one order (EVT-020). Only the fulfillment provider's app gets the event, with the data of order topics (N3). Raises
 * `emulator.bad-request` for an unknown order or provider, `emulator.conflict` without a provider, with several, or for an order that is shipped or closed.
 */
export function requestFulfillment(context: EmulatorContext, place: OrderKey, id: number | undefined): RoutedRequest {
  const order = readOrder(context, place)
  if (!['paid', 'processing'].includes(order.status)) {
    throw new AppError(
      'emulator.conflict',
      `Order ${order.orderNumber} is ${order.status}. Only a paid or processing order can be fulfilled.`,
    )
  }
  const { appKey } = id === undefined ? onlyProvider(context) : fulfillmentProvider(context, id)
  const { storeId } = place
  return routeTo(context, {
    appKey,
    storeId,
    regionId: order.regionId,
    topic: 'fulfillment.requested',
    data: orderFacts(order),
  })
}

function fulfillmentProvider(context: EmulatorContext, id: number): Provider {
  const provider = getProvider(context, id)
  if (provider.kind === 'fulfillment') return provider
  throw new AppError(
    'emulator.conflict',
    `Provider ${id} has the kind ${provider.kind}, but a fulfillment request needs a fulfillment provider.`,
    { suggestions: [OPEN] },
  )
}

function onlyProvider(context: EmulatorContext): Provider {
  const [provider, ...others] = listProviders(context).filter(({ kind }) => kind === 'fulfillment')
  if (provider === undefined) {
    throw new AppError('emulator.conflict', 'The emulator has no fulfillment provider.', { suggestions: [OPEN] })
  }
  if (others.length === 0) return provider
  const ids = [provider, ...others].map(({ id, name }) => `${id} (${name})`)
  throw new AppError('emulator.conflict', `The emulator has several fulfillment providers: ${ids.join(', ')}.`, {
    suggestions: [`app emulator fulfillment request <order> --provider ${provider.id}`],
  })
}
