import { endpoint } from '../endpoint.ts'
import { int, text } from '../fields.ts'
import * as z from '../schema.ts'

/** Link targets. */
export const targetTypes = ['product', 'category', 'content', 'page'] as const

const target = z.object({
  type: text({ about: 'Target type: product, category, content or page.' }),
  id: int({ about: 'Id, unique within its type.' }),
  title: text({ about: "Title in the region's language." }),
  targetPath: text({ about: 'Path on the storefront.' }),
  url: z.nullable(text({ about: 'Full URL. null if the region has no domain.' })),
  imageUrl: z.nullable(text({ about: 'Image URL, if any.' })),
})

export const storefrontTargets = {
  list: endpoint({
    id: 'storefront-targets.list',
    method: 'GET',
    path: '/storefront-targets',
    summary: 'List all storefront pages that a link can target',
    scope: 'products.read',
    pin: 'required',
    pinShown: true,
    query: z.object({
      type: z.optional(z.enum(targetTypes)),
      search: z.optional(text({ about: "Part of the title in the region's language." })),
    }),
    response: z.object({
      success: z.optional(z.boolean()),
      items: z.array(target),
      totalCount: int({ about: 'Number of items in this response.' }),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [{ status: 400, when: 'type is not product, category, content or page.' }],
    assumed: ['A20', 'N32', 'C26', 'C28'],
  }),
}
