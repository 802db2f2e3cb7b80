import { endpoint } from '../endpoint.ts'
import { messages } from '../errors.ts'
import { bool, idText, int, text } from '../fields.ts'
import * as z from '../schema.ts'

const warehouse = z.object({
  id: int({ about: 'Warehouse id.' }),
  name: text({ about: 'Name.' }),
  code: text({ about: 'Code.' }),
  countryCode: text({ about: 'ISO 3166-1 alpha-2 country code.' }),
  regionId: int({ about: "The warehouse's region." }),
  isDefault: bool({ about: "Whether this is the store's default warehouse." }),
  isVirtual: bool({ about: 'Whether an app manages the warehouse. The app is not disclosed.' }),
  isMine: bool({ about: 'Whether the warehouse is assigned to this install, as stock writes require.' }),
})

const idParams = z.object({ id: idText({ about: 'Warehouse id.' }) })

const message = text({ about: 'Result message.' })

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
      myWarehouseCount: int({ about: 'Number of warehouses assigned to this app.' }),
      hint: z.nullable(text({ about: 'Next step if no warehouse is assigned to this app.' })),
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
    summary: 'Create a warehouse that is assigned to this app',
    scope: 'inventory.write',
    pin: 'required',
    pinShown: true,
    body: z.object({ name: text({ about: 'Name, truncated after 100 characters.', min: 1 }) }),
    example: { body: { name: 'Istanbul fulfillment' } },
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'Id of the new warehouse.' }),
      name: text({ about: 'Stored name.' }),
      code: text({ about: 'Unique code, created from the app key.' }),
      regionId: int({ about: 'Region of the request.' }),
      isMine: bool({ about: 'Always true.' }),
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
    summary: "Assign one of the store's empty warehouses to this app",
    scope: 'inventory.write',
    pin: 'required',
    params: idParams,
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'Warehouse id.' }),
      name: z.optional(text({ about: 'Warehouse name. Missing if the warehouse was already assigned to this app.' })),
      alreadyMine: z.optional(
        bool({ about: 'true if the warehouse was already assigned to this app, otherwise missing.' }),
      ),
      message,
    }),
    idempotency: { kind: 'natural', why: 'Claiming a warehouse again returns alreadyMine: true.' },
    errors: [
      { status: 404, when: 'Unknown warehouse in this region.' },
      {
        status: 409,
        when: "Another app (not disclosed) manages the warehouse, it contains the store's own stock, or it is the store's default.",
      },
    ],
    assumed: ['A5', 'B35', 'C24'],
  }),
  release: endpoint({
    id: 'warehouses.release',
    method: 'DELETE',
    path: '/warehouses/{id}/claim',
    summary: 'Return a warehouse and its stock to the store',
    scope: 'inventory.write',
    pin: 'required',
    params: idParams,
    response: z.object({ success: z.boolean(), id: int({ about: 'Warehouse id.' }), message }),
    idempotency: { kind: 'natural', why: 'A repeat returns 404 and changes nothing.' },
    errors: [
      {
        status: 404,
        message: messages.warehouseNotBound,
        when: 'The warehouse is unknown, in another region, or not assigned to this app.',
      },
    ],
    assumed: ['A5', 'B35'],
  }),
}
