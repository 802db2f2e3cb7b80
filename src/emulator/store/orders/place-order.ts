import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import type { PlacedOrder, StoreRegion } from '../../../control/contract.ts'
import type { TakenBody } from '../../../control/operation.ts'
import type { stores } from '../../../control/operations/stores.ts'
import { AppError } from '../../../errors.ts'
import { textOrNull } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared } from '../../../storage/statements.ts'
import { getStore } from '../../platform/stores.ts'
import type { World } from '../../world.ts'
import { chooseRegion } from '../choose-region.ts'
import { moveProductStock } from '../products/touch-product.ts'
import { warehouseOf } from '../stock/stock.ts'
import { nextCustomer } from './next-customer.ts'
import { announce, recordOrderEvent, recordPaid, type RecordedEvent } from './order-event.ts'
import { insertLines, insertOrder } from './order-rows.ts'
import { taxOf } from './order-tax.ts'

export interface OrderToPlace {
  readonly storeId: number
  readonly input: TakenBody<typeof stores.placeOrder>
}

interface Line {
  readonly productId: number
  readonly name: string
  readonly sku: string | null
  readonly quantity: number
  readonly unitPrice: string
  readonly totalPrice: string
}

/**
 * A customer's order: prices and tax of the region, stock taken out (even below zero: nothing is ever sold out here), `order.created` and, when
 * it is paid at once, `order.paid` (N4), all in one transaction. Without items it is one piece of the first published product.
 * An unpaid order is `processing`, the nearest of the shown statuses. Raises `emulator.bad-request` for an unknown region or product.
 */
export function placeOrder(world: World, { storeId, input }: OrderToPlace): PlacedOrder {
  const { region: wanted, paid, items } = input
  const region = chooseRegion(world, storeId, wanted)
  const db = world.storeDb(storeId)
  const events: RecordedEvent[] = []
  const orderId = transaction(db, () => {
    const lines = (items ?? firstProduct(db, region)).map((item) => lineOf(db, region, item))
    const id = insert(world, { storeId, region, lines, paid })
    const warehouseId = warehouseOf(db, region.id)
    if (warehouseId !== null) {
      for (const { productId, quantity } of lines) {
        moveProductStock(world, db, { productId, variantId: null, warehouseId, change: String(-quantity) })
      }
    }
    const place = { storeId, orderId: id }
    events.push(recordOrderEvent(world, place, 'order.created'))
    if (paid) events.push(...recordPaid(world, place))
    return id
  })
  return announce(world, { storeId, orderId }, events)
}

interface NewOrder {
  readonly storeId: number
  readonly region: StoreRegion
  readonly lines: readonly Line[]
  readonly paid: boolean
}

function insert(world: World, { storeId, region, lines, paid }: NewOrder): number {
  const db = world.storeDb(storeId)
  const subtotal = lines.reduce((sum, { totalPrice }) => sum.plus(totalPrice), new Big(0))
  const tax = taxOf(db, region.id, lines)
  const customer = nextCustomer(db, region)
  const id = insertOrder(db, {
    storeCode: getStore(world, storeId).code,
    regionId: region.id,
    status: paid ? 'paid' : 'processing',
    paymentStatus: paid ? 'paid' : 'unpaid',
    currency: region.currencyCode,
    subtotal: subtotal.toFixed(2),
    taxTotal: tax,
    shippingTotal: '0',
    grandTotal: subtotal.plus(tax).toFixed(2),
    orderSource: 'web',
    customerId: customer?.id ?? null,
    billingAddress: customer?.address ?? null,
    shippingAddress: customer?.address ?? null,
    createdAt: world.now().getTime(),
  })
  insertLines(
    db,
    id,
    lines.map((line) => ({ ...line, variantId: null })),
  )
  return id
}

function firstProduct(db: DatabaseSync, region: StoreRegion): { productId: number; quantity: number }[] {
  const row = prepared(
    db,
    `SELECT p.id FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?
     WHERE p.status = 'A' ORDER BY p.id LIMIT 1`,
  ).get(region.id)
  if (row !== undefined) return [{ productId: Number(row['id']), quantity: 1 }]
  throw new AppError('emulator.conflict', `The store sells nothing in ${region.code} yet.`)
}

function lineOf(
  db: DatabaseSync,
  region: StoreRegion,
  { productId, quantity }: { productId: number; quantity: number },
): Line {
  const row = prepared(
    db,
    `SELECT p.name, p.sku, c.price FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0
     WHERE p.id = ? AND c.region_id = ? AND p.status = 'A'`,
  ).get(productId, region.id)
  if (row === undefined) {
    throw new AppError('emulator.bad-request', `The product ${productId} is not sold in ${region.code}.`)
  }
  const unitPrice = String(row['price'])
  return {
    productId,
    name: String(row['name']),
    sku: textOrNull(row, 'sku'),
    quantity,
    unitPrice,
    totalPrice: new Big(unitPrice).times(quantity).toFixed(2),
  }
}
