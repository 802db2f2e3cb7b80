import * as z from '../../catalog/schema.ts'

/** Decimal text that cannot be negative, of a size that people write. */
export const decimalInput = z.string().check(z.regex(/^\d{1,15}(\.\d{1,6})?$/))
