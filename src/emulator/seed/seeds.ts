/** How many there are in all, with those of the small seed. */
export interface SeedSize {
  readonly products: number
  readonly orders: number
  readonly customers: number
}

/** The seeds that are more than the small one. */
export const seedSizes: Readonly<Record<'demo' | 'large', SeedSize>> = {
  demo: { products: 200, orders: 500, customers: 120 },
  large: { products: 100_000, orders: 50_000, customers: 5000 },
}

/** How far a seed of many rows has come; called now and then. */
export type ReportSeed = (progress: { readonly what: string; readonly done: number; readonly of: number }) => void
