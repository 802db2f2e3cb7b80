/** The starter of the template workers: what it loads is measured, and it runs on a binding of D1. */
import { d1, worker, type D1Binding } from '../../../src/kit/d1.ts'
import { createApp, html, sql, sumByCurrency } from '../../../src/kit/kit.ts'

export interface Bindings {
  readonly DB: D1Binding
}

export const sample = worker((env: Bindings) => {
  const app = createApp({ env, database: d1(env.DB), log: () => {} })
  const later = app.job<string>('later', ({ data }) => note(data))
  return app
    .on('order.paid', async ({ event, api }) => {
      if (event.orderId === null) return [note('no order'), later('later', event)]
      const { currency, grandTotal } = await api.orders.get({ params: { id: event.orderId } })
      return sql`INSERT INTO paid_orders (event_id, store_id, currency, total)
        VALUES (${event.id}, ${event.storeId}, ${currency}, ${String(grandTotal)})`
    })
    .on('order.created', () => async (tx) => void (await tx.write(note('never'))))
    .installed(({ install }) => note(`installed ${install.storeId}`))
    .uninstalled(({ install }) => sql`DELETE FROM paid_orders WHERE store_id = ${install.storeId}`)
    .panel('panel', async ({ db, install, csrf }) => {
      const paid = await db.rows(sql`SELECT currency, total FROM paid_orders WHERE store_id = ${install.storeId}`)
      return html`${csrf}${sumByCurrency(paid).map(({ total, currency, count }) => html`<p>${total} ${currency}, ${count}</p>`)}`
    })
    .action('panel/save', ({ form }) => note(form.get('note') ?? ''))
})

function note(value: string) {
  return sql`INSERT INTO notes (value) VALUES (${value})`
}
