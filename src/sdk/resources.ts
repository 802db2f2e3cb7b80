// Generated from src/catalog by `npm run client-types`; changes here are lost.

import type { Call, Decimal, DeltaCall, FreeCall, Iterate, Long, RowsCall, RowsCallAt, UploadedFile } from './calls.ts'

export type ContextGetAnswer = {
  readonly success?: boolean
  /** The app's key. */
  readonly appKey: string
  readonly store: {
    /** Store id. */
    readonly id: number
    /** Store code. */
    readonly code: string
  }
  readonly installScope: "region" | "store"
  /** The region of this request; null when none is pinned. */
  readonly pinnedRegionId: number | null
  readonly regions: readonly {
    /** Region id; the value of a pin. */
    readonly id: number
    /** Region code. */
    readonly code: string
    /** Country, ISO 3166-1 alpha-2. */
    readonly countryCode: string
    /** The one currency of the region. */
    readonly currencyCode: string
    /** Language of the region. */
    readonly languageCode: string
    /** Whether this is the store's home region. */
    readonly isDefault: boolean
  }[]
  readonly scopes: readonly string[]
}

export interface Context {
  /** Show what the token can see: store, regions, scopes. `GET /context`, no scope. */
  readonly get: FreeCall<unknown, ContextGetAnswer>
}

export type OrdersListQuery = {
  /** Page number, from 1. */
  readonly page?: number | undefined
  /** Rows on a page. */
  readonly pageSize?: number | undefined
  /** Only orders of this status. paid, processing: being prepared, shipped: on its way, delivered: with the customer, cancelled, refunded. */
  readonly status?: string | undefined
}

export type OrdersListAnswer = {
  readonly success?: boolean
  readonly items: readonly {
    /** Order id. */
    readonly id: number
    /** Number that people see. */
    readonly orderNumber: string
    /** paid, processing, shipped and delivered are shown values. */
    readonly status: string
    /** In `currency`. Exact decimal: neither side rounds it. */
    readonly grandTotal: Decimal
    /** Currency of the region, or the one an import came with. */
    readonly currency: string
    /** Number of lines. */
    readonly itemCount: number
    /** web, or marketplace_<provider> for an import. */
    readonly orderSource: string | null
    readonly customer: {
      /** Null without customers.read. */
      readonly name: string | null
      /** Null without customers.read. */
      readonly email: string | null
    }
  }[]
  /** Rows in all, over every page. */
  readonly totalCount: number
  /** This page. */
  readonly page: number
  /** Rows on a page. */
  readonly pageSize: number
}

export type OrdersGetParams = {
  /** Order id. */
  readonly id: string | number
}

export type OrdersGetAnswer = {
  readonly success?: boolean
  /** Order id. */
  readonly id: number
  /** Number that people see. */
  readonly orderNumber: string
  /** paid, processing, shipped and delivered are shown values. */
  readonly status: string
  /** Sum of the lines. Exact decimal: neither side rounds it. */
  readonly subtotal: Decimal
  /** Tax in it. Exact decimal: neither side rounds it. */
  readonly taxTotal: Decimal
  /** What was paid. Exact decimal: neither side rounds it. */
  readonly grandTotal: Decimal
  /** Currency of all amounts of the order. */
  readonly currency: string
  /** When the order was made. */
  readonly createdAt: string
  readonly customer: {
    /** Null without customers.read. */
    readonly name: string | null
    /** Null without customers.read. */
    readonly email: string | null
  }
  /** Null without customers.read; its fields are not shown. */
  readonly billingAddress: Readonly<Record<string, unknown>> | null
  /** Null without customers.read; its fields are not shown. */
  readonly shippingAddress: Readonly<Record<string, unknown>> | null
  readonly items: readonly {
    /** Product. */
    readonly productId: number
    /** Variant, if any. */
    readonly variantId: number | null
    /** Name at the time of the order. */
    readonly productName: string
    /** SKU at the time of the order. */
    readonly sku: string | null
    /** Pieces. */
    readonly quantity: number
    /** Price of one piece. Exact decimal: neither side rounds it. */
    readonly unitPrice: Decimal
    /** Price of the line. Exact decimal: neither side rounds it. */
    readonly totalPrice: Decimal
  }[]
}

export type OrdersImportBody = {
  /** Id in the source system; a repeat returns the order that is there. */
  readonly externalOrderId: string
  /** Label of the source; orderSource becomes marketplace_<provider>. */
  readonly provider?: string | null | undefined
  readonly items: readonly {
    /** Product of this store. */
    readonly productId: Long
    /** Pieces, at least 1. */
    readonly quantity: number
    /** Variant of the product. */
    readonly variantId?: Long | null | undefined
    /** Price at the source; left out, the price of the region is used. Exact decimal: neither side rounds it. */
    readonly unitPrice?: Decimal | null | undefined
  }[]
  /** ISO code; left out, the region's. Another one is accepted and kept. */
  readonly currency?: string | null | undefined
  readonly externalStatus?: "shipped" | "delivered" | "processing" | null | undefined
  /** Kept as it is. */
  readonly trackingNumber?: string | null | undefined
  /** Carrier; becomes the shipping method. */
  readonly cargoProvider?: string | null | undefined
  /** In the region's currency; kept as it is. Exact decimal: neither side rounds it. */
  readonly shippingCost?: Decimal | null | undefined
  /** Raw JSON in the shape of the region's address template. */
  readonly shippingAddress?: Readonly<Record<string, unknown>> | null | undefined
  /** Take the pieces out of stock, even below zero. Default false. */
  readonly deductStock?: boolean | null | undefined
  /** Seen in a request; what it does is not shown. */
  readonly customerName?: string | null | undefined
}

export type OrdersImportAnswer = {
  readonly success: boolean
  /** The order, new or found. */
  readonly orderId: number
  /** True when it was there before and nothing was written. */
  readonly idempotent: boolean
}

export interface Orders {
  /** List the orders of a region. `GET /orders`, scope orders.read. */
  readonly list: FreeCall<{ readonly query?: OrdersListQuery | undefined }, OrdersListAnswer>
  /** Every row of `list`, over all its pages, fetched as they are asked for. */
  readonly iterate: Iterate<{ readonly query?: OrdersListQuery | undefined }, OrdersListAnswer['items'][number]>
  /** Show one order with its lines. `GET /orders/{id}`, scope orders.read. */
  readonly get: Call<{ readonly params: OrdersGetParams }, OrdersGetAnswer>
  /** Import a past, paid order from another system. `POST /orders`, scope orders.write. */
  readonly import: Call<{ readonly body: OrdersImportBody }, OrdersImportAnswer>
}

export type OrderCostsListParams = {
  /** Order id. */
  readonly id: string | number
}

export type OrderCostsListAnswer = readonly {
  /** Kind of cost, free text. */
  readonly costType: string
  /** Shown to the store owner beside profit and loss. */
  readonly description: string | null
  /** Never below 0. Exact decimal: neither side rounds it. */
  readonly amount: Decimal
  /** Always the order's. */
  readonly currency: string
  /** The line's key within this order and app. */
  readonly externalRef: string
  /** When the line was first written. */
  readonly createdAt: string
}[]

export type OrderCostsPutParams = {
  /** Order id. */
  readonly id: string | number
}

export type OrderCostsPutBody = {
  /** Key of the line; a repeat updates it. */
  readonly externalRef: string
  /** Kind of cost, at most 30 characters. */
  readonly costType: string
  /** At least 0. To reverse a cost, delete the line or write 0. Exact decimal: neither side rounds it. */
  readonly amount: Decimal
  /** Shown to the store owner beside profit and loss. */
  readonly description?: string | null | undefined
  /** Left out or equal to the order's. */
  readonly currency?: string | null | undefined
}

export type OrderCostsPutAnswer = {
  readonly success: boolean
  /** True for a line that was there; false for a new one, which is no failure. */
  readonly updated: boolean
}

export type OrderCostsDeleteParams = {
  /** Order id. */
  readonly id: string | number
  /** Key of the line. */
  readonly externalRef: string
}

export type OrderCostsDeleteAnswer = {
  readonly success: boolean
  /** 1 when a line was removed, else 0. */
  readonly deleted: number
}

export interface OrderCosts {
  /** List the cost lines that this app wrote on an order. `GET /orders/{id}/costs`, scope orders.costs.write. */
  readonly list: Call<{ readonly params: OrderCostsListParams }, OrderCostsListAnswer>
  /** Write or update one cost line. `PUT /orders/{id}/costs`, scope orders.costs.write. */
  readonly put: Call<{ readonly params: OrderCostsPutParams; readonly body: OrderCostsPutBody }, OrderCostsPutAnswer>
  /** Delete one cost line; a missing one is fine. `DELETE /orders/{id}/costs/{externalRef}`, scope orders.costs.write. */
  readonly delete: Call<{ readonly params: OrderCostsDeleteParams }, OrderCostsDeleteAnswer>
}

export type ProductsListQuery = {
  /** Page number, from 1. */
  readonly page?: number | undefined
  /** Rows on a page. */
  readonly pageSize?: number | undefined
  /** Part of the name or SKU. */
  readonly search?: string | undefined
  /** A published, P draft. */
  readonly status?: string | undefined
  /** Only products of this category. */
  readonly categoryId?: string | number | undefined
}

export type ProductsListAnswer = {
  readonly success?: boolean
  readonly items: readonly {
    /** Product id. */
    readonly id: number
    /** Name in the language of the region. */
    readonly name: string
    /** Stock keeping unit. */
    readonly sku: string | null
    /** A published, P draft. */
    readonly status: string
    /** simple is the shown value; derived from the variants. */
    readonly productType: string
    /** In the currency of the region. Exact decimal: neither side rounds it. */
    readonly price: Decimal
    /** Currency of the region. */
    readonly currency: string
    /** Pieces in stock. Exact decimal: neither side rounds it. */
    readonly stockQuantity: Decimal
    /** Category, if any. */
    readonly categoryId: number | null
    /** First image, if any. */
    readonly imageUrl: string | null
    /** When the product was made. */
    readonly createdAt: string
  }[]
  /** Rows in all, over every page. */
  readonly totalCount: number
  /** This page. */
  readonly page: number
  /** Rows on a page. */
  readonly pageSize: number
}

export type ProductsGetParams = {
  /** Product id. */
  readonly id: string | number
}

export type ProductsGetAnswer = {
  /** Product id. */
  readonly id: number
  /** Name in the language of the region. */
  readonly name: string
  /** Stock keeping unit. */
  readonly sku: string | null
  /** A published, P draft. */
  readonly status: string
  /** simple is the shown value; derived from the variants. */
  readonly productType: string
  /** In the currency of the region. Exact decimal: neither side rounds it. */
  readonly price: Decimal
  /** Currency of the region. */
  readonly currency: string
  /** Pieces in stock. Exact decimal: neither side rounds it. */
  readonly stockQuantity: Decimal
  /** Category, if any. */
  readonly categoryId: number | null
  /** First image, if any. */
  readonly imageUrl: string | null
  /** When the product was made. */
  readonly createdAt: string
  readonly success?: boolean
}

export type ProductsCreateBody = {
  /** Your stable key of the product; a repeat updates it. */
  readonly externalRef: string
  /** Name in the language of the region. */
  readonly title: string
  /** Left out, the store's SKU formula gives one. */
  readonly sku?: string | null | undefined
  /** Sale price in the region's currency. Exact decimal: neither side rounds it. */
  readonly price?: Decimal | null | undefined
  /** Initial stock; later changes are ignored here. Exact decimal: neither side rounds it. */
  readonly stockQuantity?: Decimal | null | undefined
  readonly status?: "A" | "P" | null | undefined
  /** Category, from GET /categories. */
  readonly categoryId?: Long | null | undefined
  /** Words about the product. */
  readonly description?: string | null | undefined
  /** Barcode (EAN/UPC). */
  readonly gtin?: string | null | undefined
  /** Part number of the manufacturer. */
  readonly mpn?: string | null | undefined
  /** Weight in grams, for the shipping cost. Exact decimal: neither side rounds it. */
  readonly weightGram?: Decimal | null | undefined
  /** Length; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly lengthCm?: Decimal | null | undefined
  /** Width; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly widthCm?: Decimal | null | undefined
  /** Height; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly heightCm?: Decimal | null | undefined
  /** Customs tariff code. */
  readonly harmonizedCode?: string | null | undefined
  /** Country of origin, ISO-2. */
  readonly countryOfOrigin?: string | null | undefined
  /** Tariff, from GET /shipping-profiles; left out, the store's default. */
  readonly shippingProfileId?: Long | null | undefined
  /** Box, from GET /shipping-packages; left out, the default box. */
  readonly shippingPackageId?: Long | null | undefined
  /** Rule of this region, from GET /tax-rules; left out, the region's default. */
  readonly taxRuleId?: Long | null | undefined
  readonly images?: readonly {
    /** Address of an uploaded image. */
    readonly url: string
  }[] | null | undefined
  /** Attribute key to valueKey, or to a list where isMulti. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>> | null | undefined
  readonly variants?: readonly {
    /** Axis key to value; the identity of the variant. */
    readonly combination: Readonly<Record<string, string>>
    /** SKU of the variant. */
    readonly sku?: string | null | undefined
    /** In the region's currency; left out, the product's. Exact decimal: neither side rounds it. */
    readonly price?: Decimal | null | undefined
    /** Initial stock. Exact decimal: neither side rounds it. */
    readonly stock?: Decimal | null | undefined
  }[] | null | undefined
}

export type ProductsCreateAnswer = {
  readonly success: boolean
  /** The product. */
  readonly id: number
  /** False when the externalRef was there before. */
  readonly created: boolean
}

export type ProductsUpdateParams = {
  /** Product id. */
  readonly id: string | number
}

export type ProductsUpdateBody = {
  /** Left out, or the key that the product has. */
  readonly externalRef?: string | null | undefined
  /** Name in the language of the region. */
  readonly title?: string | null | undefined
  /** Left out, the store's SKU formula gives one. */
  readonly sku?: string | null | undefined
  /** Sale price in the region's currency. Exact decimal: neither side rounds it. */
  readonly price?: Decimal | null | undefined
  /** Initial stock; later changes are ignored here. Exact decimal: neither side rounds it. */
  readonly stockQuantity?: Decimal | null | undefined
  readonly status?: "A" | "P" | null | undefined
  /** Category, from GET /categories. */
  readonly categoryId?: Long | null | undefined
  /** Words about the product. */
  readonly description?: string | null | undefined
  /** Barcode (EAN/UPC). */
  readonly gtin?: string | null | undefined
  /** Part number of the manufacturer. */
  readonly mpn?: string | null | undefined
  /** Weight in grams, for the shipping cost. Exact decimal: neither side rounds it. */
  readonly weightGram?: Decimal | null | undefined
  /** Length; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly lengthCm?: Decimal | null | undefined
  /** Width; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly widthCm?: Decimal | null | undefined
  /** Height; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly heightCm?: Decimal | null | undefined
  /** Customs tariff code. */
  readonly harmonizedCode?: string | null | undefined
  /** Country of origin, ISO-2. */
  readonly countryOfOrigin?: string | null | undefined
  /** Tariff, from GET /shipping-profiles; left out, the store's default. */
  readonly shippingProfileId?: Long | null | undefined
  /** Box, from GET /shipping-packages; left out, the default box. */
  readonly shippingPackageId?: Long | null | undefined
  /** Rule of this region, from GET /tax-rules; left out, the region's default. */
  readonly taxRuleId?: Long | null | undefined
  readonly images?: readonly {
    /** Address of an uploaded image. */
    readonly url: string
  }[] | null | undefined
  /** Attribute key to valueKey, or to a list where isMulti. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>> | null | undefined
}

export type ProductsUpdateAnswer = {
  readonly success: boolean
  /** The product. */
  readonly id: number
}

export type ProductsBulkRow = {
  /** Your stable key of the product; a repeat updates it. */
  readonly externalRef: string
  /** Name in the language of the region. */
  readonly title: string
  /** Left out, the store's SKU formula gives one. */
  readonly sku?: string | null | undefined
  /** Sale price in the region's currency. Exact decimal: neither side rounds it. */
  readonly price?: Decimal | null | undefined
  /** Initial stock; later changes are ignored here. Exact decimal: neither side rounds it. */
  readonly stockQuantity?: Decimal | null | undefined
  readonly status?: "A" | "P" | null | undefined
  /** Category, from GET /categories. */
  readonly categoryId?: Long | null | undefined
  /** Words about the product. */
  readonly description?: string | null | undefined
  /** Barcode (EAN/UPC). */
  readonly gtin?: string | null | undefined
  /** Part number of the manufacturer. */
  readonly mpn?: string | null | undefined
  /** Weight in grams, for the shipping cost. Exact decimal: neither side rounds it. */
  readonly weightGram?: Decimal | null | undefined
  /** Length; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly lengthCm?: Decimal | null | undefined
  /** Width; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly widthCm?: Decimal | null | undefined
  /** Height; without all three there is no volume. Exact decimal: neither side rounds it. */
  readonly heightCm?: Decimal | null | undefined
  /** Customs tariff code. */
  readonly harmonizedCode?: string | null | undefined
  /** Country of origin, ISO-2. */
  readonly countryOfOrigin?: string | null | undefined
  /** Tariff, from GET /shipping-profiles; left out, the store's default. */
  readonly shippingProfileId?: Long | null | undefined
  /** Box, from GET /shipping-packages; left out, the default box. */
  readonly shippingPackageId?: Long | null | undefined
  /** Rule of this region, from GET /tax-rules; left out, the region's default. */
  readonly taxRuleId?: Long | null | undefined
  readonly images?: readonly {
    /** Address of an uploaded image. */
    readonly url: string
  }[] | null | undefined
  /** Attribute key to valueKey, or to a list where isMulti. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>> | null | undefined
  readonly variants?: readonly {
    /** Axis key to value; the identity of the variant. */
    readonly combination: Readonly<Record<string, string>>
    /** SKU of the variant. */
    readonly sku?: string | null | undefined
    /** In the region's currency; left out, the product's. Exact decimal: neither side rounds it. */
    readonly price?: Decimal | null | undefined
    /** Initial stock. Exact decimal: neither side rounds it. */
    readonly stock?: Decimal | null | undefined
  }[] | null | undefined
}

export type ProductsBulkAnswer = {
  readonly success: boolean
  /** Rows that were sent. */
  readonly total: number
  /** Rows that were not written. */
  readonly failed: number
  readonly results: readonly {
    /** Of the row, as it was sent. */
    readonly externalRef: string | null
    /** The product; null for a row that failed. */
    readonly id: number | null
    /** Whether this row was written. */
    readonly success: boolean
    /** Why it was not. */
    readonly message?: string
  }[]
}

export type ProductsDeltaQuery = {
  /** First call only: changes after this instant, UTC. */
  readonly updatedAfter?: string | undefined
  /** nextCursor of the last answer, unchanged. */
  readonly cursor?: string | undefined
  /** Rows on a page. */
  readonly pageSize?: number | undefined
}

export type ProductsDeltaAnswer = {
  readonly success?: boolean
  readonly items: readonly {
    /** Product id. */
    readonly id: number
    /** A published, P draft, D deleted. */
    readonly status: string
    /** When it last changed. */
    readonly updatedAt: string
    readonly product: {
      /** Product id. */
      readonly id: number
      /** Name in the language of the region. */
      readonly name: string
      /** Stock keeping unit. */
      readonly sku: string | null
      /** A published, P draft. */
      readonly status: string
      /** simple is the shown value; derived from the variants. */
      readonly productType: string
      /** In the currency of the region. Exact decimal: neither side rounds it. */
      readonly price: Decimal
      /** Currency of the region. */
      readonly currency: string
      /** Pieces in stock. Exact decimal: neither side rounds it. */
      readonly stockQuantity: Decimal
      /** Category, if any. */
      readonly categoryId: number | null
      /** First image, if any. */
      readonly imageUrl: string | null
      /** When the product was made. */
      readonly createdAt: string
    } | null
  }[]
  /** For the next call; there is always one. */
  readonly nextCursor: string
  /** True when more rows wait: go on at once. */
  readonly hasMore: boolean
}

export interface Products {
  /** List the products of a region. `GET /products`, scope products.read. */
  readonly list: FreeCall<{ readonly query?: ProductsListQuery | undefined }, ProductsListAnswer>
  /** Every row of `list`, over all its pages, fetched as they are asked for. */
  readonly iterate: Iterate<{ readonly query?: ProductsListQuery | undefined }, ProductsListAnswer['items'][number]>
  /** Show one product. `GET /products/{id}`, scope products.read. */
  readonly get: Call<{ readonly params: ProductsGetParams }, ProductsGetAnswer>
  /** Write a product of this app: a new externalRef creates it, a known one updates it. `POST /products`, scope products.write. */
  readonly create: Call<{ readonly body: ProductsCreateBody }, ProductsCreateAnswer>
  /** Change some fields of a product that this app created. `PATCH /products/{id}`, scope products.write. */
  readonly update: Call<{ readonly params: ProductsUpdateParams; readonly body: ProductsUpdateBody }, ProductsUpdateAnswer>
  /** Write many products; each row succeeds or fails by itself. `POST /products/bulk`, scope products.write. */
  readonly bulk: RowsCall<ProductsBulkRow, ProductsBulkAnswer['results'][number]>
  /** List what changed since an instant or a cursor, deleted products included. `GET /products/delta`, scope products.read. */
  readonly delta: DeltaCall<ProductsDeltaQuery, ProductsDeltaAnswer>
}

export type PricesSetBody = {
  /** Product of this app. */
  readonly productId: Long
  /** One variant; left out or null, the product. */
  readonly variantId?: Long | null | undefined
  /** In the region's currency. Exact decimal: neither side rounds it. */
  readonly price: Decimal
}

export type PricesSetAnswer = {
  readonly success: boolean
}

export type PricesBulkRow = {
  /** Product of this app. */
  readonly productId: Long
  /** One variant; left out or null, the product. */
  readonly variantId?: Long | null | undefined
  /** In the region's currency. Exact decimal: neither side rounds it. */
  readonly price: Decimal
}

export type PricesBulkAnswer = {
  readonly success: boolean
}

export interface Prices {
  /** Set the price of one product or variant in a region. `PATCH /prices`, scope products.write. */
  readonly set: Call<{ readonly body: PricesSetBody }, PricesSetAnswer>
  /** Set many prices in a region: all of them, or none. `POST /prices/bulk`, scope products.write. */
  readonly bulk: RowsCall<PricesBulkRow, null>
}

export type WarehousesListAnswer = {
  readonly success?: boolean
  readonly items: readonly {
    /** Warehouse id. */
    readonly id: number
    /** Name. */
    readonly name: string
    /** Code. */
    readonly code: string
    /** Country, ISO 3166-1 alpha-2. */
    readonly countryCode: string
    /** Region it serves. */
    readonly regionId: number
    /** Whether it is the store's default. */
    readonly isDefault: boolean
    /** Run by some app; which one is not disclosed. */
    readonly isVirtual: boolean
    /** Assigned to this installation: only such a one may take stock writes. */
    readonly isMine: boolean
  }[]
  /** How many are yours. */
  readonly myWarehouseCount: number
  /** What to do when none is yours. */
  readonly hint: string | null
}

export type WarehousesCreateBody = {
  /** Name; cut after 100 characters. */
  readonly name: string
}

export type WarehousesCreateAnswer = {
  readonly success: boolean
  /** The new warehouse. */
  readonly id: number
  /** The name as it was kept. */
  readonly name: string
  /** Made from the app key; no other has it. */
  readonly code: string
  /** The region of the request. */
  readonly regionId: number
  /** True from the start. */
  readonly isMine: boolean
  /** What was done, in words. */
  readonly message: string
}

export type WarehousesClaimParams = {
  /** Warehouse id. */
  readonly id: string | number
}

export type WarehousesClaimAnswer = {
  readonly success: boolean
  /** The warehouse. */
  readonly id: number
  /** Its name; absent when it was yours before. */
  readonly name?: string
  /** True when it was yours before; else absent. */
  readonly alreadyMine?: boolean
  /** What was done, in words. */
  readonly message: string
}

export type WarehousesReleaseParams = {
  /** Warehouse id. */
  readonly id: string | number
}

export type WarehousesReleaseAnswer = {
  readonly success: boolean
  /** The warehouse. */
  readonly id: number
  /** What was done, in words. */
  readonly message: string
}

export interface Warehouses {
  /** List the warehouses, and which of them are yours. `GET /warehouses`, scope products.read. */
  readonly list: FreeCall<unknown, WarehousesListAnswer>
  /** Create a warehouse that is yours from the start. `POST /warehouses`, scope inventory.write. */
  readonly create: Call<{ readonly body: WarehousesCreateBody }, WarehousesCreateAnswer>
  /** Take over an empty warehouse of the store. `POST /warehouses/{id}/claim`, scope inventory.write. */
  readonly claim: Call<{ readonly params: WarehousesClaimParams }, WarehousesClaimAnswer>
  /** Give a warehouse back to the store, with the stock in it. `DELETE /warehouses/{id}/claim`, scope inventory.write. */
  readonly release: Call<{ readonly params: WarehousesReleaseParams }, WarehousesReleaseAnswer>
}

export type InventoryAdjustBody = {
  /** Product that this app made. */
  readonly productId: Long
  /** What happens to the stock. add: raise the stock, subtract: lower it, set: make it exactly this. */
  readonly mode: "add" | "subtract" | "set"
  /** With set the new stock, else the difference. Of a pack: packs. */
  readonly quantity: number
  /** Variant; needed where the stock is kept by variant. */
  readonly variantId?: Long | null | undefined
  /** Warehouse of yours; left out, the store's default one. */
  readonly warehouseId?: Long | null | undefined
  /** Stock at which the owner is told that it is low. */
  readonly criticalLevel?: number | null | undefined
  /** Shown with the stock movement in the admin. */
  readonly notes?: string | null | undefined
}

export type InventoryAdjustAnswer = {
  readonly success?: boolean
}

export interface Inventory {
  /** Change the stock of one product of yours in one warehouse. `POST /inventory/adjust`, scope inventory.write. */
  readonly adjust: Call<{ readonly body: InventoryAdjustBody }, InventoryAdjustAnswer>
}

export type TaxRulesListAnswer = {
  readonly success?: boolean
  /** Number of rules. */
  readonly totalCount: number
  readonly items: readonly {
    /** Id for a product's taxRuleId. */
    readonly id: number
    /** Name. */
    readonly name: string
    /** Percent. Exact decimal: neither side rounds it. */
    readonly rate: Decimal
    /** Whether it is the region's default. */
    readonly isDefault: boolean
    /** Further words. */
    readonly description: string | null
  }[]
  /** Set when the region has no active rule. */
  readonly hint: string | null
}

export interface TaxRules {
  /** List the active tax rules of a region. `GET /tax-rules`, scope products.read. */
  readonly list: FreeCall<unknown, TaxRulesListAnswer>
}

export type ShippingProfilesListAnswer = {
  readonly success?: boolean
  /** Number of profiles. */
  readonly totalCount: number
  readonly items: readonly {
    /** Id for a product's shippingProfileId. */
    readonly id: number
    /** Name. */
    readonly name: string
    /** Kind of tariff as the platform keeps it, in no language. */
    readonly profileType: string
    /** Whether products without a profile take this one. */
    readonly isDefault: boolean
  }[]
  /** For the store owner, when there is one profile or none. */
  readonly hint: string | null
}

export interface ShippingProfiles {
  /** List the active shipping tariffs of the store, the default one first. `GET /shipping-profiles`, scope products.read. */
  readonly list: FreeCall<unknown, ShippingProfilesListAnswer>
}

export type ShippingPackagesListAnswer = {
  readonly success?: boolean
  /** Number of packages. */
  readonly totalCount: number
  readonly items: readonly {
    /** Id for a product's shippingPackageId. */
    readonly id: number
    /** Name. */
    readonly name: string
    /** Length in cm. Exact decimal: neither side rounds it. */
    readonly lengthCm: Decimal
    /** Width in cm. Exact decimal: neither side rounds it. */
    readonly widthCm: Decimal
    /** Height in cm. Exact decimal: neither side rounds it. */
    readonly heightCm: Decimal
    /** Weight of the empty box in g. Exact decimal: neither side rounds it. */
    readonly emptyWeightG: Decimal
    /** What it may hold, in kg. Exact decimal: neither side rounds it. */
    readonly maxWeightKg: Decimal
    /** Whether products without a package go into this one. */
    readonly isDefault: boolean
  }[]
  /** For the store owner, when there is one package or none. */
  readonly hint: string | null
}

export interface ShippingPackages {
  /** List the boxes that the store sends its products in. `GET /shipping-packages`, scope products.read. */
  readonly list: FreeCall<unknown, ShippingPackagesListAnswer>
}

export type StoreInfoGetAnswer = {
  readonly success: boolean
  /** Name that people see; null when unset. */
  readonly storeName: string | null
  /** Domain of the store; null when unset. */
  readonly storeDomain: string | null
  /** Absolute, on the region's domain; null when unset or without a domain. */
  readonly logoUrl: string | null
  /** Address for customers; null when unset. */
  readonly contactEmail: string | null
}

export interface StoreInfo {
  /** Show who the store is: name, domain, logo, contact. `GET /store-info`, scope links.read. */
  readonly get: FreeCall<unknown, StoreInfoGetAnswer>
}

export type StorefrontTargetsListQuery = {
  readonly type?: "product" | "category" | "content" | "page" | undefined
  /** Part of the title in the language of the region. */
  readonly search?: string | undefined
}

export type StorefrontTargetsListAnswer = {
  readonly success?: boolean
  readonly items: readonly {
    /** product, category, content or page. */
    readonly type: string
    /** Id within its type. */
    readonly id: number
    /** Title in the language of the region. */
    readonly title: string
    /** Path on the storefront, from its root. */
    readonly targetPath: string
    /** The whole address; null when the region has no domain. */
    readonly url: string | null
    /** Image, if any. */
    readonly imageUrl: string | null
  }[]
  /** Number of items in this answer. */
  readonly totalCount: number
}

export interface StorefrontTargets {
  /** List the pages of the storefront that a link may lead to, all at once. `GET /storefront-targets`, scope products.read. */
  readonly list: FreeCall<{ readonly query?: StorefrontTargetsListQuery | undefined }, StorefrontTargetsListAnswer>
}

export type ReconciliationListQuery = {
  /** Page number, from 1. */
  readonly page?: number | undefined
  /** Rows on a page. */
  readonly pageSize?: number | undefined
}

export type ReconciliationListAnswer = {
  readonly success?: boolean
  readonly items: readonly {
    /** Product id. */
    readonly id: number
    /** A published, P draft. */
    readonly status: string
    /** Name. Nothing may be concluded from it: identity needs a proof. */
    readonly name: string
    readonly category: {
      /** Category id. */
      readonly id: number
      /** Name of the category. */
      readonly name: string
    } | null
    /** Stock keeping unit. */
    readonly sku: string | null
    /** Barcode (EAN, UPC). */
    readonly gtin: string | null
    /** Manufacturer's part number. */
    readonly mpn: string | null
    /** unmanaged is the shown value: no app manages it. */
    readonly ownership: string
  }[]
  /** Rows in all, over every page. */
  readonly totalCount: number
  /** This page. */
  readonly page: number
  /** Rows on a page. */
  readonly pageSize: number
}

export type ReconciliationAdoptParams = {
  /** Product id. */
  readonly id: string | number
}

export type ReconciliationAdoptBody = {
  /** The app's own key of the product. */
  readonly externalRef: string
  readonly proof: {
    readonly type: "exact_gtin"
    /** Exactly as the product has it, and no other product of the store. */
    readonly gtin: string
  }
}

export type ReconciliationAdoptAnswer = {
  readonly success: boolean
  /** The product. */
  readonly productId: number
  /** The key that it now has. */
  readonly externalRef: string
  /** True: the app manages it now. */
  readonly adopted: boolean
  /** True when the very same was adopted before and nothing was written. */
  readonly idempotent: boolean
}

export type ReconciliationRefreshContextParams = {
  /** Product id. */
  readonly id: string | number
}

export type ReconciliationRefreshContextQuery = {
  /** The app's own key of the product. */
  readonly externalRef: string
}

export type ReconciliationRefreshContextAnswer = {
  readonly success: boolean
  /** The product. */
  readonly productId: number
  /** simple is the shown value, and the only one that can be regenerated. */
  readonly productType: string
  readonly current: {
    /** SKU now. */
    readonly sku: string | null
    /** GTIN now. */
    readonly gtin: string | null
  }
  readonly fieldLocks: readonly string[]
  /** 64 hex characters over the state of the product; valid for ten minutes. */
  readonly evidenceDigest: string
}

export type ReconciliationRegenerateSkuParams = {
  /** Product id. */
  readonly id: string | number
}

export type ReconciliationRegenerateSkuBody = {
  /** The app's own key of the product. */
  readonly externalRef: string
  /** True: a person has seen the product and agreed. Anything else is refused. */
  readonly userConfirmed: boolean
  /** From refresh-context, carried unchanged. */
  readonly evidenceDigest: string
  /** Key of this regeneration; a repeat answers what the first one did. */
  readonly idempotencyKey: string
}

export type ReconciliationRegenerateSkuAnswer = {
  readonly success: boolean
  /** The product. */
  readonly productId: number
  /** The app's own key of it. */
  readonly externalRef: string
  /** SKU before. */
  readonly previousSku: string | null
  /** SKU now. */
  readonly sku: string
  /** False when the product already had this SKU. */
  readonly changed: boolean
  /** True when the owner's lock on the SKU now holds the new one. */
  readonly fieldLockTransferred: boolean
  /** Record of this change. */
  readonly auditId: number
  /** True when this key was used before and nothing was written. */
  readonly idempotent: boolean
}

export interface Reconciliation {
  /** List the products of a region that no app manages. `GET /products/reconciliation`, scope products.read. */
  readonly list: FreeCall<{ readonly query?: ReconciliationListQuery | undefined }, ReconciliationListAnswer>
  /** Every row of `list`, over all its pages, fetched as they are asked for. */
  readonly iterate: Iterate<{ readonly query?: ReconciliationListQuery | undefined }, ReconciliationListAnswer['items'][number]>
  /** Claim a product that no app manages, by its GTIN. `POST /products/reconciliation/{id}/adopt`, scope products.write. */
  readonly adopt: Call<{ readonly params: ReconciliationAdoptParams; readonly body: ReconciliationAdoptBody }, ReconciliationAdoptAnswer>
  /** Show what a SKU regeneration would start from, with the evidence that it asks for. `GET /products/reconciliation/{id}/refresh-context`, scope products.read. */
  readonly refreshContext: Call<{ readonly params: ReconciliationRefreshContextParams; readonly query: ReconciliationRefreshContextQuery }, ReconciliationRefreshContextAnswer>
  /** Give a simple product of this app the SKU of the store's formula. `POST /products/reconciliation/{id}/sku/regenerate`, scope products.write. */
  readonly regenerateSku: Call<{ readonly params: ReconciliationRegenerateSkuParams; readonly body: ReconciliationRegenerateSkuBody }, ReconciliationRegenerateSkuAnswer>
}

export type CategoriesListAnswer = {
  readonly success?: boolean
  readonly items: readonly {
    /** Category id. */
    readonly id: number
    /** Name. */
    readonly name: string
    /** Category above it; null for a root. */
    readonly parentId: number | null
  }[]
}

export type CategoriesCreateBody = {
  /** Name in the language of the region. */
  readonly name: string
  /** Category of this region above it; left out, it is a root. */
  readonly parentId?: Long | null | undefined
  /** Place among its siblings, the smallest first. */
  readonly sortOrder: number
}

export type CategoriesCreateAnswer = {
  readonly success: boolean
  /** The category, new or found. */
  readonly id: number
  /** False when it was there before and nothing was written. */
  readonly created: boolean
  /** Its name in addresses. */
  readonly slug: string
  /** A for an active one. */
  readonly status: string
}

export type CategoriesMoveParams = {
  /** Category id. */
  readonly id: string | number
}

export type CategoriesMoveBody = {
  readonly target: {
    /** The category above it. */
    readonly id?: Long | null | undefined
    /** True for a root. */
    readonly root?: boolean | null | undefined
  }
  readonly expectedCurrent: {
    /** The category above it. */
    readonly id?: Long | null | undefined
    /** True for a root. */
    readonly root?: boolean | null | undefined
  }
  /** True: the store owner saw the change beforehand and agreed. */
  readonly userConfirmed: boolean
  /** What the owner agreed to, in words; its digest is kept. */
  readonly evidence: string
}

export type CategoriesMoveAnswer = {
  readonly success: boolean
  /** The category that was to move. */
  readonly categoryId: number
  /** Where it was; null for the root. */
  readonly previousParentId: number | null
  /** Where it is now; null for the root. */
  readonly targetParentId: number | null
  /** Whether it changed its place. */
  readonly moved: boolean
  /** True when it was there already. */
  readonly idempotent: boolean
  readonly audit: {
    /** Entry of the audit. */
    readonly id: number
    /** SHA-256 of the evidence, hex. */
    readonly evidenceDigest: string
    /** App that asked for it. */
    readonly sourceApp: string
    /** Region of the request. */
    readonly regionId: number
    /** When it was done. */
    readonly confirmedAt: string
  }
}

export type CategoriesContentParams = {
  /** Category id. */
  readonly id: string | number
}

export type CategoriesContentAnswer = {
  readonly success?: boolean
  /** The category. */
  readonly categoryId: number
  /** The region of these texts. */
  readonly regionId: number
  /** Their language. */
  readonly languageCode: string
  /** HTML, kept as it is: whoever shows it must clean it. */
  readonly descriptionHtml: string | null
  /** Title for search engines. */
  readonly seoTitle: string | null
  /** Description for search engines. */
  readonly seoDescription: string | null
  /** SHA-256 of the content in this region and language, hex. */
  readonly contentDigest: string
}

export type CategoriesSetContentParams = {
  /** Category id. */
  readonly id: string | number
}

export type CategoriesSetContentBody = {
  /** HTML, kept as it is: whoever shows it must clean it. */
  readonly descriptionHtml: string | null
  /** Title for search engines. */
  readonly seoTitle: string | null
  /** Description for search engines. */
  readonly seoDescription: string | null
  /** contentDigest as it was read before. */
  readonly expectedCurrentDigest: string
  /** True: the store owner saw the change beforehand and agreed. */
  readonly userConfirmed: boolean
  /** What the owner agreed to, in words; its digest is kept. */
  readonly evidence: string
}

export type CategoriesSetContentAnswer = {
  readonly success: boolean
  /** The category. */
  readonly categoryId: number
  /** SHA-256 of the content in this region and language, hex. */
  readonly contentDigest: string
  /** False when the texts were equal. */
  readonly changed: boolean
  readonly audit: {
    /** Entry of the audit. */
    readonly id: number
    /** SHA-256 of the evidence, hex. */
    readonly evidenceDigest: string
  }
}

export type CategoriesAttributesParams = {
  /** Category id. */
  readonly id: string | number
}

export type CategoriesAttributesAnswer = {
  readonly success?: boolean
  /** The category. */
  readonly categoryId: number
  readonly requiredVariantAxes: readonly string[]
  readonly items: readonly {
    /** Key of the attribute. */
    readonly key: string
    /** In the language of the region; null without a translation. */
    readonly label: string | null
    /** attribute and variant are the shown values. */
    readonly attrType: string
    /** Whether variants differ by it. */
    readonly isVariantAxis: boolean
    /** Whether a product of this category must have it. */
    readonly isRequired: boolean
    /** Whether it takes more than one value. */
    readonly isMulti: boolean
    /** Place, the smallest first. */
    readonly sortOrder: number
    readonly allowedValues: readonly string[] | null
  }[]
}

export type CategoriesBindAttributesParams = {
  /** Category id. */
  readonly id: string | number
}

export type CategoriesBindAttributesRow = {
  /** Key of an attribute of the dictionary. */
  readonly key: string
  /** As in the dictionary. */
  readonly attrType: string
  /** Whether a product of this category must have it. */
  readonly isRequired: boolean
  /** Whether it takes more than one value. */
  readonly isMulti: boolean
  /** Place, the smallest first. */
  readonly sortOrder: number
}

export type CategoriesBindAttributesAnswer = {
  readonly success: boolean
  /** The category. */
  readonly categoryId: number
  /** Rows that were sent. */
  readonly total: number
  /** Rows that are not bound. */
  readonly failed: number
  readonly results: readonly {
    /** The key as it was sent. */
    readonly sent: string | null
    /** Whether the attribute is bound now. */
    readonly success: boolean
    /** Key of the attribute. */
    readonly key: string | null
    /** Type of the attribute. */
    readonly attrType: string | null
    /** Why it is not bound. */
    readonly message?: string
  }[]
}

export interface Categories {
  /** List the categories of a region, or of all. `GET /categories`, scope products.read. */
  readonly list: FreeCall<unknown, CategoriesListAnswer>
  /** Create a category, unless there is one of this name in this place. `POST /categories`, scope products.write. */
  readonly create: Call<{ readonly body: CategoriesCreateBody }, CategoriesCreateAnswer>
  /** Move a category below another one or to the root, as its owner agreed. `PUT /categories/{id}/parent`, scope products.write. */
  readonly move: Call<{ readonly params: CategoriesMoveParams; readonly body: CategoriesMoveBody }, CategoriesMoveAnswer>
  /** Show the texts of a category in a region. `GET /categories/{id}/content`, scope products.read. */
  readonly content: Call<{ readonly params: CategoriesContentParams }, CategoriesContentAnswer>
  /** Replace the texts of a category in a region, as its owner agreed. `PUT /categories/{id}/content`, scope products.write. */
  readonly setContent: Call<{ readonly params: CategoriesSetContentParams; readonly body: CategoriesSetContentBody }, CategoriesSetContentAnswer>
  /** List the attributes of a category, and the axes its variants must have. `GET /categories/{id}/attributes`, scope products.read. */
  readonly attributes: Call<{ readonly params: CategoriesAttributesParams }, CategoriesAttributesAnswer>
  /** Bind attributes of the dictionary to a category; each row succeeds or fails by itself. `POST /categories/{id}/attributes`, scope products.write. */
  readonly bindAttributes: RowsCallAt<CategoriesBindAttributesRow, CategoriesBindAttributesAnswer['results'][number], { readonly params: CategoriesBindAttributesParams }>
}

export type AttributesListQuery = {
  /** Part of the key, or of the label in the language of the region. */
  readonly search?: string | undefined
}

export type AttributesListAnswer = {
  readonly success?: boolean
  /** Attributes that were found. */
  readonly totalCount: number
  readonly items: readonly {
    /** Attribute id. */
    readonly id: number
    /** Key of the attribute. */
    readonly key: string
    /** In the language of the region; null without a translation. */
    readonly label: string | null
    /** attribute and variant are the shown values. */
    readonly attrType: string
    readonly labels: Readonly<Record<string, string>>
    /** Whether variants differ by it. */
    readonly isVariantAxis: boolean
    /** How many values it has. */
    readonly valueCount: number
    readonly categoryIds: readonly number[]
    /** Null here: a category decides it. */
    readonly isRequired: boolean | null
    /** Null here: a category decides it. */
    readonly isMulti: boolean | null
    /** Null here: a category decides it. */
    readonly sortOrder: number | null
  }[]
  /** Set when the dictionary is empty. */
  readonly hint: string | null
}

export type AttributesValuesParams = {
  /** Key of the attribute. */
  readonly key: string
}

export type AttributesValuesQuery = {
  /** At most so many values. */
  readonly limit?: number | undefined
  /** Values to skip. */
  readonly offset?: number | undefined
  /** Count the active products that have each value. */
  readonly includeUsage?: boolean | undefined
}

export type AttributesValuesAnswer = {
  readonly success?: boolean
  /** Key of the attribute. */
  readonly attrKey: string
  /** Values in all. */
  readonly totalCount: number
  /** Values that were skipped. */
  readonly offset: number
  /** Whether the counts are counts; otherwise they are 0 and say nothing. */
  readonly usageCountsIncluded: boolean
  readonly items: readonly {
    /** Value id. */
    readonly id: number
    /** What a product write carries. */
    readonly valueKey: string
    /** In the language of the region; null without a translation. */
    readonly label: string | null
    readonly labels: Readonly<Record<string, string>>
    /** How the store shows it; its fields are not shown. */
    readonly displayConfig: Readonly<Record<string, unknown>> | null
    /** Place, the smallest first. */
    readonly sortOrder: number
    /** Active products of this store and region that have it; no evidence unless counts are included. */
    readonly usageCount: number
  }[]
}

export type AttributesCreateRow = {
  /** Key of the attribute. */
  readonly key: string
  /** Label in the language of the region. */
  readonly label: string
  /** What the attribute is for. attribute: describes a product, variant: variants differ by it. */
  readonly attrType: "attribute" | "variant"
  /** Place, the smallest first. */
  readonly sortOrder: number
  readonly labels?: Readonly<Record<string, string>> | null | undefined
  readonly values?: readonly {
    /** Key of the value. */
    readonly key: string
    /** Label in the language of the region. */
    readonly label: string
    /** Place, the smallest first. */
    readonly sortOrder: number
    readonly labels?: Readonly<Record<string, string>> | null | undefined
  }[] | null | undefined
}

export type AttributesCreateAnswer = {
  readonly success: boolean
  /** Rows that were sent. */
  readonly total: number
  /** Rows of which nothing was written. */
  readonly failed: number
  readonly results: readonly {
    /** The key as it was sent. */
    readonly sent: string | null
    /** Whether the attribute is there now with all that the row says. */
    readonly success: boolean
    /** The attribute, new or found; null for a row that failed. */
    readonly id: number | null
    /** Key of the attribute. */
    readonly key: string | null
    /** Type of the attribute. */
    readonly attrType: string | null
    /** Whether it is new. */
    readonly created: boolean
    /** How it was found: Birebir is the shown value. */
    readonly matchedBy: string | null
    readonly values: readonly {
      /** The key as it was sent. */
      readonly sent: string
      /** The value, new or found. */
      readonly id: number
      /** What a product write carries. */
      readonly valueKey: string
      /** Whether it is new. */
      readonly created: boolean
      /** How it was found: Birebir is the shown value. */
      readonly matchedBy: string | null
    }[]
    readonly warnings: readonly string[]
    /** translation_conflict when the store has another translation. */
    readonly code?: string
    /** Why the row failed. */
    readonly message?: string
  }[]
}

export interface Attributes {
  /** List the attribute dictionary of the store. `GET /attributes`, scope products.read. */
  readonly list: FreeCall<{ readonly query?: AttributesListQuery | undefined }, AttributesListAnswer>
  /** List the values of an attribute. `GET /attributes/{key}/values`, scope products.read. */
  readonly values: Call<{ readonly params: AttributesValuesParams; readonly query?: AttributesValuesQuery | undefined }, AttributesValuesAnswer>
  /** Find or create attributes with their values; each row succeeds or fails by itself. `POST /attributes`, scope products.write. */
  readonly create: RowsCall<AttributesCreateRow, AttributesCreateAnswer['results'][number]>
}

export type MediaUploadQuery = {
  /** SHA-256 of the file. A repeat with it stores nothing; without it each call stores a file. */
  readonly fileHash?: string | undefined
}

export type MediaUploadAnswer = {
  readonly success: boolean
  /** Address of the file; it may stand in images of a product. */
  readonly url: string
  /** False when the file was there before. */
  readonly uploaded: boolean
  /** True when a file with this hash was there before, and nothing was stored. */
  readonly deduped: boolean
}

export type MediaGenerateBody = {
  /** What the image shows, at most 2000 characters. */
  readonly prompt: string
  /** Key of your own for this image, looked up before anything is generated. */
  readonly fileHash?: string | null | undefined
}

export type MediaGenerateAnswer = {
  readonly success: boolean
  /** Address of the file; it may stand in images of a product. */
  readonly url: string
  /** False when an image with this key was there before. */
  readonly generated: boolean
  /** True when a file with this hash was there before, and nothing was stored. */
  readonly deduped: boolean
}

export interface Media {
  /** Upload an image into the store's media library. `POST /media`, scope products.write. */
  readonly upload: Call<{ readonly query?: MediaUploadQuery | undefined; readonly body: UploadedFile }, MediaUploadAnswer>
  /** Have an image made from a description. `POST /media/generate`, scope products.write. */
  readonly generate: Call<{ readonly body: MediaGenerateBody }, MediaGenerateAnswer>
}

/** Every resource with its calls. */
export interface Resources {
  readonly context: Context
  readonly orders: Orders
  readonly orderCosts: OrderCosts
  readonly products: Products
  readonly prices: Prices
  readonly warehouses: Warehouses
  readonly inventory: Inventory
  readonly taxRules: TaxRules
  readonly shippingProfiles: ShippingProfiles
  readonly shippingPackages: ShippingPackages
  readonly storeInfo: StoreInfo
  readonly storefrontTargets: StorefrontTargets
  readonly reconciliation: Reconciliation
  readonly categories: Categories
  readonly attributes: Attributes
  readonly media: Media
}
