/**
 * What a new store begins with. `small`: a dozen products and 40 orders; `demo`: a shop worth looking at, 200 products and 500 orders of a year; `large`:
 * 100,000 products and 50,000 orders, to see whether an app copes. The larger ones hold the small one.
 */
export const seedNames = ['none', 'small', 'demo', 'large'] as const

export type SeedName = (typeof seedNames)[number]
