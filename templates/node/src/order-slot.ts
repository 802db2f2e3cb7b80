import { html, type Slot } from 'svcapp-kit'

/** On the page of an order. `entityId` is a hint of the admin: only what the token of this install opens is shown. */
export const orderSlot: Slot = async ({ api, entityId }) => {
  const { orderNumber, grandTotal, currency, status } = await api.orders.get({ params: { id: entityId } })
  return html`<p>${orderNumber}: ${grandTotal} ${currency}, ${status}</p>`
}
