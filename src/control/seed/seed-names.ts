/**
 * Seeds of a new store. `small`: a dozen products and 40 orders. `demo`: a realistic shop with 200 products and 500 orders of one
 * year. `large`: 100,000 products and 50,000 orders, to test an app under load. The larger ones include the small one.
 */
export const seedNames = ['none', 'small', 'demo', 'large'] as const

export type SeedName = (typeof seedNames)[number]
