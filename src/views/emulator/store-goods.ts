import { productStatusWords, wordOf } from '../../catalog/status-words.ts'
import type { StoreRegion } from '../../control/contract.ts'
import type {
  SharedStock,
  StockLevel,
  StoreProduct,
  StoreTaxRule,
  StoreWarehouse,
} from '../../control/store-contract.ts'
import { escapeCell } from '../../text/escape.ts'
import { counted, facts, orDash, shownMoney, shownTime } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats a product as its store sees it, with its price in each region. */
export const storeProductView: View<StoreProduct> = (product, looks) => {
  const { id, name, sku, status, gtin, mpn, categoryId, ownerAppKey, prices, updatedAt } = product
  return [
    `Product ${id} (${escapeCell(name)}): ${looks.style.bold(escapeCell(wordOf(productStatusWords, status)))}.`,
    facts(
      [
        ['SKU', orDash(sku)],
        ['GTIN', orDash(gtin)],
        ['MPN', orDash(mpn)],
        ['Category', orDash(categoryId)],
        ['Owner', ownerAppKey ?? 'the store'],
        [
          'Prices',
          prices.map(({ region, price, currency }) => `${region} ${shownMoney(price, currency, looks)}`).join(', ') ||
            '–',
        ],
        ['Updated', shownTime(updatedAt, looks)],
      ],
      looks,
    ),
  ].join('\n')
}

/** Formats the current stock. */
export const stockView: View<StockLevel> = ({ productId, variantId, warehouseId, quantity }) => {
  const variant = variantId === null ? '' : `, variant ${variantId}`
  return `Product ${productId}${variant}: ${quantity} in warehouse ${warehouseId}.`
}

/** Formats stock that all variants share. */
export const sharedStockView: View<SharedStock> = ({ productId, quantity, packages }) =>
  [
    `Product ${productId}: ${quantity} in stock, shared by all variants.`,
    ...packages.map(({ variantId, pieces }) => `  Each item of variant ${variantId} uses ${counted(pieces, 'piece')}.`),
  ].join('\n')

/** Formats the new rule, which replaced another one. */
export const changedRateView: View<StoreTaxRule> = ({ id, name, rate, regionId, replaced }, { style }) =>
  `Tax rule ${style.bold(String(id))} (${escapeCell(name)}): ${rate} % in region ${regionId}, replacing rule ${replaced}.`

export const storeWarehouseView: View<StoreWarehouse> = ({ id, name, code, regionId, isDefault }, { style }) =>
  `Warehouse ${style.bold(String(id))} (${escapeCell(name)}, ${escapeCell(code)}) in region ${regionId}${isDefault ? ', the default' : ''}.`

/** Formats a region that was opened or closed. */
export function changedRegionLine({ id, code }: StoreRegion, isActive: boolean): string {
  return `Region ${escapeCell(code)} (${id}) is ${isActive ? 'active' : 'inactive'}.`
}
