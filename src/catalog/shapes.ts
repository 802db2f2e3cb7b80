import { int } from './fields.ts'
import { limits } from './limits.ts'
import * as z from './schema.ts'

/** Query of a paged list (ORD-003, ORD-004). Numbers outside the range are a 400 (B16). */
export const pageQuery = {
  page: z._default(int({ about: 'Page number, from 1.', min: 1 }), 1),
  pageSize: z._default(int({ about: 'Rows per page.', min: 1, max: limits.pageSizeMax }), limits.pageSizeDefault),
}

/** Declares a page of rows: `{ items[], totalCount, page, pageSize }` (GEN-032). */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    success: z.optional(z.boolean()),
    items: z.array(item),
    totalCount: int({ about: 'Total number of rows.' }),
    page: int({ about: 'Current page.' }),
    pageSize: int({ about: 'Rows per page.' }),
  })
}
