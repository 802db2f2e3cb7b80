import { endpoint } from '../endpoint.ts'
import { messages } from '../errors.ts'
import { bool, idText, int, text } from '../fields.ts'
import * as z from '../schema.ts'

const warehouse = z.object({
  id: int({ about: 'Warehouse id.' }),
  name: text({ about: 'Name.' }),
  code: text({ about: 'Code.' }),
  countryCode: text({ about: 'Country, ISO 3166-1 alpha-2.' }),
  regionId: int({ about: 'Region it serves.' }),
  isDefault: bool({ about: "Whether it is the store's default." }),
  isVirtual: bool({ about: 'Managed by an app, which is not disclosed.' }),
  isMine: bool({ about: 'Belongs to this install. Stock writes need such a warehouse.' }),
})

const idParams = z.object({ id: idText({ about: 'Warehouse id.' }) })

const message = text({ about: 'Description of the result.' })

export const warehouses = {
  list: endpoint({
    id: 'warehouses.list',
    method: 'GET',
    path: '/warehouses',
    summary: 'List warehouses and show which are assigned to this app',
    scope: 'products.read',
    pin: 'not-needed',
    response: z.object({
      success: z.optional(z.boolean()),
      items: z.array(warehouse),
      myWarehouseCount: int({ about: 'Number of your warehouses.' }),
      hint: z.nullable(text({ about: 'Next step without a warehouse.' })),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A20', 'A38', 'B11', 'B34', 'B35'],
  }),
  create: endpoint({
    id: 'warehouses.create',
    method: 'POST',
    path: '/warehouses',
    summary: 'Create your own warehouse.',
    scope: 'inventory.write',
    pin: 'required',
    pinShown: true,
    body: z.object({ name: text({ about: 'Name, truncated after 100 characters.', min: 1 }) }),
    example: { body: { name: 'Istanbul fulfillment' } },
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'The new warehouse.' }),
      name: text({ about: 'The stored name.' }),
      code: text({ about: 'Unique code derived from the app key.' }),
      regionId: int({ about: 'The region of the request.' }),
      isMine: bool({ about: 'True from the start.' }),
      message,
    }),
    idempotency: { kind: 'none' },
    errors: [{ status: 400, when: 'The name is missing or empty.' }],
    assumed: ['A9', 'B9', 'C23'],
  }),
  claim: endpoint({
    id: 'warehouses.claim',
    method: 'POST',
    path: '/warehouses/{id}/claim',
    summary: 'Claim an empty warehouse of the store.',
    scope: 'inventory.write',
    pin: 'required',
    params: idParams,
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'The warehouse.' }),
      name: z.optional(text({ about: 'Its name, absent if it was already yours.' })),
      alreadyMine: z.optional(bool({ about: 'True if it was already yours, otherwise absent.' })),
      message,
    }),
    idempotency: { kind: 'natural', why: 'Claiming your own warehouse returns alreadyMine: true.' },
    errors: [
      { status: 404, when: 'Unknown warehouse in this region.' },
      {
        status: 409,
        when: "Another app manages it (not disclosed), it contains the store's own stock, or it is the store's default.",
      },
    ],
    assumed: ['A5', 'B35', 'C24'],
  }),
  release: endpoint({
    id: 'warehouses.release',
    method: 'DELETE',
    path: '/warehouses/{id}/claim',
    summary: 'Release a warehouse to the store, with its stock.',
    scope: 'inventory.write',
    pin: 'required',
    params: idParams,
    response: z.object({ success: z.boolean(), id: int({ about: 'The warehouse.' }), message }),
    idempotency: { kind: 'natural', why: 'A repeat returns 404 and changes nothing.' },
    errors: [{ status: 404, message: messages.warehouseNotBound, when: 'Missing, in another region, or not yours.' }],
    assumed: ['A5', 'B35'],
  }),
}
