import { html, sql, type PanelPage } from 'svcapp-kit'

/** The page in the store admin with the shipments that this store and region requested. */
export const overview: PanelPage = async ({ install, regionId, db }) => {
  const shipments = await db.rows(
    sql`SELECT event_id, order_id, attempts, tracking_number FROM bookings
      WHERE store_id = ${install.storeId} AND region_id = ${regionId} ORDER BY requested_at DESC LIMIT 20`,
  )
  if (shipments.length === 0)
    return html`<p class="card empty">No shipments yet. A requested shipment appears here.</p>`
  return html`<h2>Shipments</h2>
    <table>
      ${shipments.map(
        ({ event_id, order_id, attempts, tracking_number }) =>
          html`<tr>
            <td>${order_id ?? event_id}</td>
            <td>${tracking_number ?? (Number(attempts) < 2 ? 'requested' : `not booked, attempt ${attempts}`)}</td>
          </tr>`,
      )}
    </table>`
}
