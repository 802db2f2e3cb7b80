import { endpoint } from '../endpoint.ts'
import { messages } from '../errors.ts'
import { anyObject, bool, dateTime, decimal, idText, int, long, oneOf, text, filledText } from '../fields.ts'
import { limits } from '../limits.ts'
import * as z from '../schema.ts'
import { pageOf, pageQuery } from '../shapes.ts'

/** The documented values, and those of the topics (N18); the platform may have more. */
const orderStatuses = {
  paid: 'paid',
  processing: 'being prepared',
  shipped: 'shipped to the customer',
  delivered: 'delivered to the customer',
  cancelled: 'cancelled',
  refunded: 'refunded',
} as const

const customer = z.object({
  name: z.nullable(text({ about: 'Name. null without customers.read.' })),
  email: z.nullable(text({ about: 'Email. null without customers.read.' })),
})

const orderSummary = z.object({
  id: int({ about: 'Order id.' }),
  orderNumber: text({ about: 'Order number that users see.' }),
  status: text({ about: 'Status. Documented values: paid, processing, shipped and delivered.', example: 'paid' }),
  grandTotal: decimal({ about: 'Amount in `currency`.' }),
  currency: text({ about: 'Currency of the region, or of the imported order.' }),
  itemCount: int({ about: 'Number of lines.' }),
  orderSource: z.nullable(text({ about: 'Source: web, or marketplace_<provider> for an import.' })),
  customer,
})

const orderItem = z.object({
  productId: int({ about: 'Product id.' }),
  variantId: z.nullable(int({ about: 'Variant id, if any.' })),
  productName: text({ about: 'Name at the time of the order.' }),
  sku: z.nullable(text({ about: 'SKU at the time of the order.' })),
  quantity: int({ about: 'Pieces.' }),
  unitPrice: decimal({ about: 'Price of one piece.' }),
  totalPrice: decimal({ about: 'Price of the line.' }),
})

const orderDetail = z.object({
  success: z.optional(z.boolean()),
  id: int({ about: 'Order id.' }),
  orderNumber: text({ about: 'Order number that users see.' }),
  status: text({ about: 'Status. Documented values: paid, processing, shipped and delivered.' }),
  subtotal: decimal({ about: 'Sum of the lines.' }),
  taxTotal: decimal({ about: 'Included tax.' }),
  grandTotal: decimal({ about: 'Total amount.' }),
  currency: text({ about: 'Currency of all amounts.' }),
  createdAt: dateTime({ about: 'Time of creation.' }),
  customer,
  billingAddress: z.nullable(anyObject({ about: 'Address with undocumented fields. null without customers.read.' })),
  shippingAddress: z.nullable(anyObject({ about: 'Address with undocumented fields. null without customers.read.' })),
  items: z.array(orderItem),
})

const importItem = z.object({
  productId: long({ about: 'Id of a product in this store.', min: 1 }),
  quantity: int({ about: 'Pieces, at least 1.', min: 1, max: limits.intMax }),
  variantId: z.nullish(long({ about: 'Variant id.', min: 1 })),
  unitPrice: z.nullish(decimal({ about: "Price at the source. Default: the region's price.", min: 0 })),
})

const importBody = z.object({
  externalOrderId: filledText({ about: 'Id in the source system. A repeat returns the existing order.' }),
  provider: z.nullish(text({ about: 'Source label. orderSource becomes marketplace_<provider>.' })),
  items: z.array(importItem).check(z.minLength(1)),
  currency: z.nullish(
    text({ about: "ISO currency code. Default: the region's currency. A different currency is accepted and stored." }),
  ),
  externalStatus: z.nullish(
    oneOf(
      { shipped: 'shipped to the customer', delivered: 'delivered to the customer', processing: 'being prepared' },
      { about: 'Status at the source. The order is always paid.' },
    ),
  ),
  trackingNumber: z.nullish(text({ about: 'Tracking number, stored unchanged.' })),
  cargoProvider: z.nullish(text({ about: 'Carrier, used as the shipping method.' })),
  shippingCost: z.nullish(decimal({ about: "Shipping cost in the region's currency, stored unchanged.", min: 0 })),
  shippingAddress: z.nullish(anyObject({ about: "Address as JSON, in the shape of the region's address template." })),
  deductStock: z.nullish(bool({ about: 'Reduce the stock, even below zero. Default: false.' })),
  customerName: z.nullish(text({ about: 'Customer name. Its effect is not documented.' })),
})

const idParams = z.object({ id: idText({ about: 'Order id.' }) })

export const orders = {
  list: endpoint({
    id: 'orders.list',
    method: 'GET',
    path: '/orders',
    summary: "List a region's orders",
    scope: 'orders.read',
    pin: 'required',
    query: z.object({
      ...pageQuery,
      status: z.optional(text({ about: 'Show only orders with this status.', example: 'paid', values: orderStatuses })),
    }),
    response: pageOf(orderSummary),
    paging: 'page',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A5', 'A20', 'B16', 'B19', 'B20', 'B50'],
  }),
  get: endpoint({
    id: 'orders.get',
    method: 'GET',
    path: '/orders/{id}',
    summary: 'Show an order with its lines',
    scope: 'orders.read',
    pin: 'required',
    params: idParams,
    response: orderDetail,
    idempotency: { kind: 'read' },
    errors: [{ status: 404, message: messages.orderNotFound, when: 'Unknown order in this region.' }],
    assumed: ['A5', 'A20', 'B18', 'B20', 'N11'],
  }),
  import: endpoint({
    id: 'orders.import',
    method: 'POST',
    path: '/orders',
    summary: 'Import a past, paid order from another system',
    scope: 'orders.write',
    pin: 'required',
    // A32: an import has no other source for its region.
    pinShown: true,
    body: importBody,
    example: {
      body: {
        externalOrderId: 'MP-1001',
        provider: 'marketplace',
        items: [{ productId: 1, quantity: 2, unitPrice: 149.9 }],
        externalStatus: 'shipped',
        trackingNumber: 'TRK-1001',
        cargoProvider: 'Example Cargo',
      },
      replace: { 'items[].productId': 'a product in the store (app call products list)' },
    },
    response: z.object({
      success: z.boolean(),
      orderId: int({ about: 'Id of the new or existing order.' }),
      idempotent: bool({ about: 'true if the order existed and nothing was written.' }),
    }),
    idempotency: { kind: 'key', field: 'externalOrderId' },
    errors: [{ status: 400, when: 'A field is missing or invalid, or a product or variant is unknown.' }],
    assumed: ['A32', 'A43', 'A44', 'B9', 'B25', 'B26', 'N17', 'N20', 'N29', 'C27'],
  }),
}
