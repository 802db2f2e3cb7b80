import { html, sql, sumByCurrency, type PanelPage } from 'svcapp-kit'

/** The page in the store admin. `install` and `regionId` come from the verified session. */
export const overview: PanelPage = async ({ install, regionId, db, api }) => {
  const paid = await db.rows(
    sql`SELECT currency, total FROM paid_orders WHERE store_id = ${install.storeId} AND region_id = ${regionId}`,
  )
  const { items } = await api.orders.list({ query: { status: 'paid' } })
  return html`<h2>Paid since install</h2>
    ${sumByCurrency(paid).map(({ total, currency, count }) => html`<p class="card">${total} ${currency}, ${count} ${count === 1 ? 'order' : 'orders'}</p>`)}
    <h2>Newest paid orders</h2>
    <table>
      ${items.map(
        ({ orderNumber, grandTotal, currency }) =>
          html`<tr>
            <td>${orderNumber}</td>
            <td>${grandTotal} ${currency}</td>
          </tr>`,
      )}
    </table>`
}
