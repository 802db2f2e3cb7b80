import { html, type Slot } from 'svcapp-kit'

/** Shown on the order page. `entityId` comes from the admin unverified, and the install's token limits what the slot can read. */
export const orderSlot: Slot = async ({ api, entityId }) => {
  const { orderNumber, grandTotal, currency, status } = await api.orders.get({ params: { id: entityId } })
  return html`<p>${orderNumber}: ${grandTotal} ${currency}, ${status}</p>`
}
