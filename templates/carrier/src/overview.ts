import { html, type Html } from './html.ts'
import { panelAnswer, regionOf } from './panel-frame.ts'
import { panelOf } from './panel.ts'
import type { Params } from './routes.ts'
import { shipmentsOf, type Shipment } from './shipments.ts'
import type { Tools } from './tools.ts'

/** GET /panel/:store/:region: what this store has asked the carrier for. */
export async function showOverview(tools: Tools, request: Request, params: Params): Promise<Response> {
  const panel = await panelOf(tools, request, params)
  if (panel instanceof Response) return panel
  const shipments = await shipmentsOf(tools, panel.install.storeId, regionOf(panel, request))
  const content = html`<h2>Shipments</h2>
    ${shipmentTable(shipments)}`
  return panelAnswer(panel, request, { here: '', content })
}

function shipmentTable(shipments: readonly Shipment[]): Html {
  if (shipments.length === 0)
    return html`<p class="card empty">None yet. A shipment that is asked for shows up here.</p>`
  const rows = shipments.map(
    ({ eventId, orderId, state, trackingNumber }) =>
      html`<tr>
        <td>${orderId ?? '–'}<small>${eventId}</small></td>
        <td>${state}</td>
        <td>${trackingNumber ?? '–'}</td>
      </tr>`,
  )
  return html`<div class="scroll">
    <table>
      <tr>
        <th>Order</th>
        <th>State</th>
        <th>Tracking number</th>
      </tr>
      ${rows}
    </table>
  </div>`
}
