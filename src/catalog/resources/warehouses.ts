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
  isVirtual: bool({ about: 'Run by some app; which one is not disclosed.' }),
  isMine: bool({ about: 'Assigned to this installation: only such a one may take stock writes.' }),
})

const idParams = z.object({ id: idText({ about: 'Warehouse id.' }) })

const message = text({ about: 'What was done, in words.' })

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
  create: endpoint({
    id: 'warehouses.create',
    method: 'POST',
    path: '/warehouses',
    summary: 'Create a warehouse that is yours from the start.',
    scope: 'inventory.write',
    pin: 'required',
    pinShown: true,
    body: z.object({ name: text({ about: 'Name; cut after 100 characters.', min: 1 }) }),
    example: { body: { name: 'Istanbul fulfilment' } },
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'The new warehouse.' }),
      name: text({ about: 'The name as it was kept.' }),
      code: text({ about: 'Made from the app key; no other has it.' }),
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
    summary: 'Take over an empty warehouse of the store.',
    scope: 'inventory.write',
    pin: 'required',
    params: idParams,
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'The warehouse.' }),
      name: z.optional(text({ about: 'Its name; absent when it was yours before.' })),
      alreadyMine: z.optional(bool({ about: 'True when it was yours before; else absent.' })),
      message,
    }),
    idempotency: { kind: 'natural', why: 'Claiming what is yours already answers alreadyMine: true.' },
    errors: [
      { status: 404, when: 'No such warehouse in this region.' },
      {
        status: 409,
        when: "Another app manages it (which one is not said), it holds the store's own stock, or it is the store's default.",
      },
    ],
    assumed: ['A5', 'B35', 'C24'],
  }),
  release: endpoint({
    id: 'warehouses.release',
    method: 'DELETE',
    path: '/warehouses/{id}/claim',
    summary: 'Give a warehouse back to the store, with the stock in it.',
    scope: 'inventory.write',
    pin: 'required',
    params: idParams,
    response: z.object({ success: z.boolean(), id: int({ about: 'The warehouse.' }), message }),
    idempotency: { kind: 'natural', why: 'A repeat finds nothing to give back, answers 404 and changes nothing.' },
    errors: [{ status: 404, message: messages.warehouseNotBound, when: 'Missing, of another region, or not yours.' }],
    assumed: ['A5', 'B35'],
  }),
}
