import type { Context, Hono } from 'hono'

import type { EmulatorContext } from '../context.ts'
import { readForm } from '../pages/read-form.ts'
import type { Session } from '../platform/sessions.ts'
import { categoriesList } from './lists/categories.ts'
import { customersList } from './lists/customers.ts'
import { ordersList } from './lists/orders.ts'
import { productsList } from './lists/products.ts'
import { categoryRecord } from './records/category.ts'
import { customerRecord } from './records/customer.ts'
import { editPage, saveForm } from './records/edit-product.ts'
import { orderRecord } from './records/order.ts'
import { pictureAnswer } from './records/pictures.ts'
import { pressOrder, pressProduct, type PressedButton } from './records/press.ts'
import { productRecord } from './records/product.ts'
import type { AdminVisit } from './visit.ts'

export interface AdminEnv {
  Variables: { session: Session }
}

/** Adds the four lists, a page for each record in them, and the record pages' buttons. */
export function addRecordRoutes(app: Hono<AdminEnv>, context: EmulatorContext): void {
  const visit = (c: Context<AdminEnv>): AdminVisit => ({
    context,
    session: c.get('session'),
    url: new URL(c.req.url),
  })

  const step = <T>(c: Context<AdminEnv>, what: (code: string) => string, work: () => T): T =>
    context.step(what(c.get('session').store.code), work)

  app.get('/admin/orders', (c) => ordersList(visit(c)))
  app.get('/admin/products', (c) => productsList(visit(c)))
  app.get('/admin/customers', (c) => customersList(visit(c)))
  app.get('/admin/categories', (c) => categoriesList(visit(c)))

  app.get('/admin/orders/:id', (c) => orderRecord(visit(c), c.req.param('id')))
  app.get('/admin/products/:id', (c) => productRecord(visit(c), c.req.param('id')))
  app.get('/admin/customers/:id', (c) => customerRecord(visit(c), c.req.param('id')))
  app.get('/admin/categories/:id', (c) => categoryRecord(visit(c), c.req.param('id')))

  app.get('/admin/products/:id/edit', (c) => editPage(visit(c), c.req.param('id')))
  app.get('/admin/pictures/:id', (c) => pictureAnswer(visit(c), c.req.param('id')))

  app.post('/admin/products/:id/save', async (c) => {
    const { id, form } = await pressOf(c)
    return step(
      c,
      (code) => `product ${id} edited in ${code}`,
      () => saveForm(visit(c), id, form),
    )
  })
  app.post('/admin/orders/:id/:operation', async (c) => {
    const press = await pressOf(c)
    const what = (code: string) => `order ${press.id} in ${code}: ${press.operation}`
    return step(c, what, () => pressOrder(visit(c), press))
  })
  app.post('/admin/products/:id/:operation', async (c) => {
    const press = await pressOf(c)
    const what = (code: string) => `product ${press.id} in ${code}: ${press.operation}`
    return step(c, what, () => pressProduct(visit(c), press))
  })
}

async function pressOf({ req }: Context): Promise<PressedButton> {
  const [id, operation] = [req.param('id') ?? '', req.param('operation') ?? '']
  return { id, operation, form: await readForm(req.raw) }
}
