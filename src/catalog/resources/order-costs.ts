import { endpoint } from '../endpoint.ts'
import { messages } from '../errors.ts'
import { bool, dateTime, decimal, idText, int, text, filledText } from '../fields.ts'
import * as z from '../schema.ts'

const costLine = z.object({
  costType: text({ about: 'Kind of cost (free text).', max: 30, example: 'influencer_commission' }),
  description: z.nullable(text({ about: 'Description, shown to the store owner next to profit and loss.' })),
  amount: decimal({ about: 'Amount, at least 0.' }),
  currency: text({ about: "The order's currency." }),
  externalRef: text({ about: 'Key of the line within this order and app.' }),
  createdAt: dateTime({ about: 'Time of the first write.' }),
})

const costBody = z.object({
  externalRef: filledText({ about: 'Key of the line. Writing the same key again updates the line.' }),
  costType: filledText({ about: 'Kind of cost, at most 30 characters.', max: 30, example: 'cod_fee' }),
  amount: decimal({ about: 'Amount, at least 0. To reverse a cost, delete the line or write 0.', min: 0 }),
  description: z.nullish(text({ about: 'Description, shown to the store owner next to profit and loss.' })),
  currency: z.nullish(text({ about: "Must be the order's currency, which is the default." })),
})

const notFound = {
  status: 404,
  message: messages.orderNotFound,
  when: "The order is unknown in the token's store or region.",
} as const

const order = { id: idText({ about: 'Order id.' }) }

export const orderCosts = {
  list: endpoint({
    id: 'order-costs.list',
    method: 'GET',
    path: '/orders/{id}/costs',
    summary: 'List the cost lines that this app wrote on an order',
    scope: 'orders.costs.write',
    pin: 'token',
    params: z.object(order),
    response: z.array(costLine),
    paging: 'array',
    idempotency: { kind: 'read' },
    errors: [notFound],
    assumed: ['A5', 'A20'],
  }),
  put: endpoint({
    id: 'order-costs.put',
    method: 'PUT',
    path: '/orders/{id}/costs',
    summary: 'Create or update a cost line',
    scope: 'orders.costs.write',
    pin: 'token',
    params: z.object(order),
    body: costBody,
    example: {
      body: {
        externalRef: 'commission-1001',
        costType: 'influencer_commission',
        amount: 12.5,
        description: 'Commission for the summer campaign',
      },
    },
    response: z.object({
      success: z.boolean(),
      updated: bool({ about: 'true for an existing line, false for a new line. false is not a failure.' }),
    }),
    idempotency: { kind: 'key', field: 'externalRef' },
    errors: [
      notFound,
      {
        status: 400,
        when: 'The amount is negative, the currency differs, externalRef is missing, or costType is missing or over 30 characters.',
      },
    ],
    assumed: ['A39', 'C27', 'C29'],
  }),
  delete: endpoint({
    id: 'order-costs.delete',
    method: 'DELETE',
    path: '/orders/{id}/costs/{externalRef}',
    summary: 'Delete a cost line, if it exists',
    scope: 'orders.costs.write',
    pin: 'token',
    params: z.object({ ...order, externalRef: text({ about: 'Key of the line.', min: 1 }) }),
    response: z.object({ success: z.boolean(), deleted: int({ about: '1 if a line was deleted, otherwise 0.' }) }),
    idempotency: { kind: 'natural', why: 'Deleting a missing line returns 200 with deleted: 0.' },
    errors: [notFound],
    assumed: ['A5'],
  }),
}
