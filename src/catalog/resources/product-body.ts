import { countryCode, decimal, long, mapOf, oneOf, text, filledText } from '../fields.ts'
import * as z from '../schema.ts'

// Objects are loose, so that the emulator sees the members that it ignores and can warn about them (N13, N22).

const variant = z.looseObject({
  combination: mapOf(text({ about: 'Value on this axis.', min: 1 }), {
    about: 'Axis key to value; the identity of the variant.',
  }),
  sku: z.nullish(filledText({ about: 'SKU of the variant.' })),
  price: z.nullish(decimal({ about: "In the region's currency; left out, the product's.", min: 0 })),
  stock: z.nullish(decimal({ about: 'Initial stock.', min: 0 })),
})

const id = (about: string) => z.nullish(long({ about, min: 1 }))
const measure = (about: string) => z.nullish(decimal({ about, min: 0 }))

const valueKeys = z.union([z.string(), z.array(z.string())])

/** What create and update share. Null counts as left out; on an update that keeps what is there. */
const optional = {
  sku: z.nullish(filledText({ about: "Left out, the store's SKU formula gives one." })),
  price: z.nullish(decimal({ about: "Sale price in the region's currency.", min: 0 })),
  stockQuantity: z.nullish(decimal({ about: 'Initial stock; later changes are ignored here.', min: 0 })),
  status: z.nullish(oneOf({ A: 'published', P: 'draft' }, { about: 'Whether customers see it.' })),
  categoryId: id('Category, from GET /categories.'),
  description: z.nullish(text({ about: 'Words about the product.' })),
  gtin: z.nullish(filledText({ about: 'Barcode (EAN/UPC).' })),
  mpn: z.nullish(filledText({ about: 'Part number of the manufacturer.' })),
  weightGram: measure('Weight in grams, for the shipping cost.'),
  lengthCm: measure('Length; without all three there is no volume.'),
  widthCm: measure('Width; without all three there is no volume.'),
  heightCm: measure('Height; without all three there is no volume.'),
  harmonizedCode: z.nullish(filledText({ about: 'Customs tariff code.' })),
  countryOfOrigin: z.nullish(countryCode({ about: 'Country of origin, ISO-2.', example: 'TR' })),
  shippingProfileId: id("Tariff, from GET /shipping-profiles; left out, the store's default."),
  shippingPackageId: id('Box, from GET /shipping-packages; left out, the default box.'),
  taxRuleId: id("Rule of this region, from GET /tax-rules; left out, the region's default."),
  images: z.nullish(z.array(z.object({ url: filledText({ about: 'Address of an uploaded image.' }) }))),
  attributes: z.nullish(mapOf(valueKeys, { about: 'Attribute key to valueKey, or to a list where isMulti.' })),
}

/** Body of a product write; `productType` and `variantAxes` follow from `variants` and are not sent (PROD-070, PROD-071). */
export const productBody = z.looseObject({
  externalRef: filledText({ about: 'Your stable key of the product; a repeat updates it.' }),
  title: filledText({ about: 'Name in the language of the region.' }),
  ...optional,
  variants: z.nullish(z.array(variant)),
})

/** Body of a product update: the same fields, all optional; `variants` are refused (PROD-075). */
export const productChange = z.looseObject({
  externalRef: z.nullish(filledText({ about: 'Left out, or the key that the product has.' })),
  title: z.nullish(filledText({ about: 'Name in the language of the region.' })),
  ...optional,
})
