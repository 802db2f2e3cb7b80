/** Total numbers, including those of the small seed. */
export interface SeedSize {
  readonly products: number
  readonly orders: number
  readonly customers: number
}

/** Seeds larger than the small one. */
export const seedSizes: Readonly<Record<'demo' | 'large', SeedSize>> = {
  demo: { products: 200, orders: 500, customers: 120 },
  large: { products: 100_000, orders: 50_000, customers: 5000 },
}

/** Reports the progress of a large seed. Called now and then. */
export type ReportSeed = (progress: { readonly what: string; readonly done: number; readonly of: number }) => void
