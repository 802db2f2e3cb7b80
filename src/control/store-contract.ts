import type { productOperations, regionOperations, store } from './bodies.ts'
import type { FieldsInput } from './fields.ts'

// Types of the control interface for a store's own products, warehouses and rates.

export type OpenStoreInput = FieldsInput<typeof store>

export type ProductOperation = (typeof productOperations)[number]

export type RegionOperation = (typeof regionOperations)[number]

export interface StoreProduct {
  readonly id: number
  readonly name: string
  readonly sku: string | null
  /** A: published, P: draft, D: deleted. */
  readonly status: string
  readonly productType: string
  readonly gtin: string | null
  readonly mpn: string | null
  readonly categoryId: number | null
  /** Key of the app that can change the product, or null if the product belongs to the store. */
  readonly ownerAppKey: string | null
  readonly prices: readonly { readonly region: string; readonly price: string; readonly currency: string }[]
  readonly updatedAt: string
}

/** A stock that all variants of a product share. */
export interface SharedStock {
  readonly productId: number
  /** Pieces in all warehouses, as decimal text. */
  readonly quantity: string
  readonly packages: readonly { readonly variantId: number; readonly pieces: number }[]
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
  /** Id of the tax rule that this one replaced. */
  readonly replaced: number
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

export type ShippingKind = 'profile' | 'package'

/** An order as order lists show it. */
export interface OrderSummary {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  readonly paymentStatus: string
  readonly currency: string
  readonly regionId: number | null
}
