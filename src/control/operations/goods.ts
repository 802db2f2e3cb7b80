import { productOperations, regionOperations } from '../bodies.ts'
import type { StoreRegion } from '../contract.ts'
import { bool, decimal, id, label, mapOf, nullable, oneOf, optional, orElse, region, text, url } from '../fields.ts'
import { member, nothing, operation } from '../operation.ts'
import type { SharedStock, StockLevel, StoreProduct, StoreTaxRule, StoreWarehouse } from '../store-contract.ts'
import { storeCode } from './stores.ts'

const product = member<StoreProduct>('product')
const warehouse = member<StoreWarehouse>('warehouse')

const shippingHint = 'A profile needs a name; a package a name, its three measures in cm and its maximum weight in kg.'
const isDefault = orElse(bool('Make it the default one.'), false)

/** What a store does with its own goods, places and rates. */
export const goods = {
  /** A product of the store's own, without an owner. */
  createProduct: operation({
    method: 'POST',
    path: '/stores/{store}/products',
    params: storeCode,
    body: {
      name: label(200, 'Its name.'),
      /** B24. */
      prices: mapOf(decimal('Price.'), {
        about: "Price in a region, in the region's currency; the product is in the regions that have one.",
        min: 1,
      }),
      sku: optional(label(200, "SKU; the store's formula gives one when left out.")),
      gtin: optional(text({ about: 'Barcode, 8 to 14 digits.', pattern: /^\d{8,14}$/ })),
      mpn: optional(label(200, 'Manufacturer part number.')),
      status: orElse(oneOf(['A', 'P'], 'A published, P draft.'), 'A'),
      categoryId: optional(id('Category id.')),
      imageUrl: optional(url('Address of its image.')),
      stock: orElse(decimal('Pieces in the default warehouse.'), '0'),
      attributes: orElse(mapOf(text({ about: 'Value.' }), { about: 'An attribute value of the dictionary.' }), {}),
    },
    refusal: 'A product cannot be created',
    hint: 'A product needs a name and a price in at least one region, for example: --name Lamp --price tr=100 --price de=19.90',
    step: 'product {name} created in {store}',
    answer: product,
  }),
  editProduct: operation({
    method: 'POST',
    path: '/stores/{store}/products/{id}',
    params: { ...storeCode, id: id('Product id.') },
    body: {
      name: optional(label(200, 'Its name.')),
      description: optional(text({ about: 'Its description; empty for none.', max: 20_000 })),
      /** Null: in no category. */
      categoryId: optional(nullable(id('Category id.'))),
      prices: optional(
        mapOf(decimal('Price.'), {
          about: "Price in a region, in the region's currency; the product is sold there then.",
        }),
      ),
    },
    refusal: 'A product cannot be changed',
    hint: 'Give what is to change, for example: --name Lamp --price tr=100',
    step: 'product {id} edited in {store}',
    answer: product,
  }),
  setStock: operation({
    method: 'POST',
    path: '/stores/{store}/products/{id}/stock',
    params: { ...storeCode, id: id('Product id.') },
    body: {
      quantity: decimal('Pieces, from 0.'),
      warehouseId: optional(id('Warehouse id; the default one when left out.')),
      variantId: optional(id('Variant id; the product itself when left out.')),
    },
    refusal: 'Stock cannot be set',
    hint: 'A quantity is a number from 0, for example: 12',
    step: 'stock of product {id} set in {store}',
    answer: member<StockLevel>('stock'),
  }),
  /** INV-012: one stock for all variants, each a package of some pieces. */
  shareStock: operation({
    method: 'POST',
    path: '/stores/{store}/products/{id}/shared-stock',
    params: { ...storeCode, id: id('Product id.') },
    body: {
      pieces: orElse(
        mapOf(text({ about: 'Pieces.', pattern: /^[1-9]\d{0,5}$/ }), {
          about: 'Pieces in a package of a variant, by its id; 1 where it is left out.',
        }),
        {},
      ),
    },
    refusal: 'The stock cannot be shared',
    hint: 'Pieces are whole and at least 1, by the id of the variant, for example: --pieces 12=6',
    step: 'stock of product {id} shared by its variants in {store}',
    answer: member<SharedStock>('stock'),
  }),
  changeProduct: operation({
    method: 'POST',
    path: '/stores/{store}/products/{id}/{operation}',
    params: {
      ...storeCode,
      id: id('Product id.'),
      operation: oneOf(productOperations, 'What is done with it.'),
    },
    step: 'product {id} in {store}: {operation}',
    answer: product,
  }),
  /** The old row is inactive from then on. */
  changeTaxRate: operation({
    method: 'POST',
    path: '/stores/{store}/tax-rules/{id}/rate',
    params: { ...storeCode, id: id('Id of the tax rule.') },
    body: { rate: decimal('The new rate in percent, for example 19.5.', 100) },
    refusal: 'A tax rule cannot be changed',
    hint: 'A rate is a percentage from 0 to 100, for example: 19.5',
    step: 'tax rule {id} changed in {store}',
    answer: member<StoreTaxRule>('taxRule'),
  }),
  createWarehouse: operation({
    method: 'POST',
    path: '/stores/{store}/warehouses',
    params: storeCode,
    body: {
      name: label(100, 'Name of the warehouse.'),
      code: optional(
        text({
          about: "Its code; the region's code and a number when left out.",
          pattern: /^[a-z0-9][a-z0-9-]{0,49}$/,
        }),
      ),
      region: optional(region('Region by id, code, country or currency; the home region when left out.')),
    },
    refusal: 'A warehouse cannot be created',
    hint: 'A warehouse needs a name; its code has small letters, digits and hyphens.',
    step: 'warehouse {name} created in {store}',
    answer: warehouse,
  }),
  makeDefaultWarehouse: operation({
    method: 'POST',
    path: '/stores/{store}/warehouses/{id}/default',
    params: { ...storeCode, id: id('Id of the warehouse.') },
    step: 'warehouse {id} made the default one in {store}',
    answer: warehouse,
  }),
  changeRegion: operation({
    method: 'POST',
    path: '/stores/{store}/regions/{region}/{operation}',
    params: {
      ...storeCode,
      region: region('Region by id, code, country or currency.'),
      operation: oneOf(regionOperations, 'What is done with it.'),
    },
    step: 'region {region} of {store}: {operation}',
    answer: member<StoreRegion>('region'),
  }),
  addShippingProfile: operation({
    method: 'POST',
    path: '/stores/{store}/shipping-profiles',
    params: storeCode,
    body: {
      name: label(100, 'Name of the tariff.'),
      profileType: orElse(label(50, 'Its profileType, a raw value.'), 'flat_rate'),
      isDefault,
    },
    refusal: 'A shipping profile cannot be added',
    hint: shippingHint,
    step: 'shipping profile {name} added in {store}',
    answer: member<number>('id'),
  }),
  addShippingPackage: operation({
    method: 'POST',
    path: '/stores/{store}/shipping-packages',
    params: storeCode,
    body: {
      name: label(100, 'Name of the box.'),
      lengthCm: decimal('Length in cm.'),
      widthCm: decimal('Width in cm.'),
      heightCm: decimal('Height in cm.'),
      maxWeightKg: decimal('The most it holds, in kg.'),
      emptyWeightG: orElse(decimal('Its own weight in g.'), '0'),
      isDefault,
    },
    refusal: 'A shipping package cannot be added',
    hint: shippingHint,
    step: 'shipping package {name} added in {store}',
    answer: member<number>('id'),
  }),
  removeShippingProfile: operation({
    method: 'POST',
    path: '/stores/{store}/shipping-profiles/{id}/remove',
    params: { ...storeCode, id: id('Id of the profile.') },
    step: 'shipping profile {id} removed from {store}',
    answer: nothing,
  }),
  removeShippingPackage: operation({
    method: 'POST',
    path: '/stores/{store}/shipping-packages/{id}/remove',
    params: { ...storeCode, id: id('Id of the package.') },
    step: 'shipping package {id} removed from {store}',
    answer: nothing,
  }),
}
