import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { bool, int, text } from './fields.ts'

const warehouse = z.object({
  id: int({ about: 'Warehouse id.' }),
  name: text({ about: 'Name.' }),
  code: text({ about: 'Code.' }),
  countryCode: text({ about: 'Country, ISO 3166-1 alpha-2.' }),
  regionId: int({ about: 'Region it serves.' }),
  isDefault: bool({ about: "Whether it is the store's default." }),
  isVirtual: bool({ about: 'Run by some app; which one is not disclosed.' }),
  isMine: bool({ about: 'Assigned to this installation: only such a one may take stock writes.' }),
})

export const warehouses = {
  list: endpoint({
    id: 'warehouses.list',
    method: 'GET',
    path: '/warehouses',
    summary: 'List the warehouses, and which of them are yours.',
    scope: 'products.read',
    pin: 'not-needed',
    response: z.object({
      success: z.optional(z.boolean()),
      items: z.array(warehouse),
      myWarehouseCount: int({ about: 'How many are yours.' }),
      hint: z.nullable(text({ about: 'What to do when none is yours.' })),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A20', 'A38', 'B11', 'B34', 'B35'],
  }),
}
