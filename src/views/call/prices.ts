import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { prices } from '../../catalog/resources/prices.ts'
import type { View } from '../view.ts'

export const writtenPrice: View<ResponseOf<typeof prices.set>> = ({ success }) =>
  success ? 'Price set.' : 'The price was not set.'

export const writtenPrices: View<ResponseOf<typeof prices.bulk>> = ({ success }) =>
  success ? 'All prices set.' : 'No price was set.'
