import type { SeedName } from './seed-names.ts'

// How a store is opened, and what it does with its own goods, places and rates (contract.ts has the paths).

export interface OpenStoreInput {
  readonly name: string
  /** ISO-2 country codes of the regions, the first is the home region. Default TR, DE, GB. */
  readonly regions?: readonly string[]
  /** Those of the regions that have no domain (DISC-050, DISC-072); none when left out. */
  readonly withoutDomain?: readonly string[]
  /** The app whose `test_store_codes` the new code is written into (APP-022). */
  readonly appKey?: string
  /** `small` when left out. */
  readonly seed?: SeedName
}

/** Decimals are text from here on: nothing of them passes through a float. */
export interface NewProductInput {
  readonly name: string
  /** The store's formula gives one when left out. */
  readonly sku?: string
  /** 8 to 14 digits. */
  readonly gtin?: string
  readonly mpn?: string
  /** A published (when left out), P draft. */
  readonly status?: 'A' | 'P'
  readonly categoryId?: number
  readonly imageUrl?: string
  /** Region, by id, code, country or currency, to price in its currency. At least one: a product is where it has a price (B24). */
  readonly prices: Readonly<Record<string, string>>
  /** Pieces in the default warehouse; 0 when left out. */
  readonly stock?: string
  /** Attribute key to value key, both in the dictionary. */
  readonly attributes?: Readonly<Record<string, string>>
}

export type ProductOperation = 'publish' | 'unpublish' | 'delete'

export interface StoreProduct {
  readonly id: number
  readonly name: string
  readonly sku: string | null
  /** A published, P draft, D deleted. */
  readonly status: string
  readonly productType: string
  readonly gtin: string | null
  readonly mpn: string | null
  readonly categoryId: number | null
  /** The app that may change it; null for the store's own. */
  readonly ownerAppKey: string | null
  readonly prices: readonly { readonly region: string; readonly price: string; readonly currency: string }[]
  readonly updatedAt: string
}

export interface SetStockInput {
  readonly quantity: string
  /** The store's default warehouse when left out. */
  readonly warehouseId?: number
  readonly variantId?: number
}

export interface StockLevel {
  readonly productId: number
  readonly variantId: number | null
  readonly warehouseId: number
  readonly quantity: string
}

export interface StoreTaxRule {
  readonly id: number
  readonly regionId: number
  readonly name: string
  readonly rate: string
  readonly isDefault: boolean
  /** The row that this one took the place of. */
  readonly replaced: number
}

export interface NewWarehouseInput {
  readonly name: string
  /** Small letters, digits and hyphens; the region's code and a number when left out. */
  readonly code?: string
  /** The home region when left out. */
  readonly region?: string
}

export interface StoreWarehouse {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly countryCode: string
  readonly regionId: number
  readonly isDefault: boolean
  readonly ownerAppKey: string | null
}

export type RegionOperation = 'activate' | 'deactivate'

export type ShippingKind = 'profile' | 'package'

export interface NewShippingProfile {
  readonly name: string
  readonly profileType?: string
  readonly isDefault?: boolean
}

export interface NewShippingPackage {
  readonly name: string
  readonly lengthCm: string
  readonly widthCm: string
  readonly heightCm: string
  readonly emptyWeightG?: string
  readonly maxWeightKg: string
  readonly isDefault?: boolean
}

/** An order of the store, as a list of them shows it. */
export interface OrderSummary {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  readonly paymentStatus: string
  readonly currency: string
  readonly regionId: number | null
}
