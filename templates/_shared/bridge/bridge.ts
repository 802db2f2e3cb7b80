/** Where the pages of the panel load their script from. */
export const READY = '/ready.js'

/** The same for the slot on the page of an order. */
export const ORDER_SLOT = '/order-slot.js'

/**
 * Tells the store admin that the page has loaded. The admin answers with `service:init`, which has the language and hints for the layout. Whose panel this is
 * never comes from a message: the session says it.
 */
export function readyScript(adminUrl: string): string {
  return `if (parent !== window) parent.postMessage({ type: 'service:ready' }, ${originText(adminUrl)})\n`
}

/** Says the same, asks the app's own server for the order that the admin hints at, and asks for as much height as it needs. */
export function orderSlotScript(adminUrl: string): string {
  return `const admin = ${originText(adminUrl)}
addEventListener('message', async ({ data, origin, source }) => {
  if (source !== parent || origin !== admin || data?.type !== 'service:init') return
  const { storeId, regionId, entityId } = data.storeContext
  const answer = await fetch('/slots/order/' + [storeId, regionId, entityId].map(encodeURIComponent).join('/'))
  document.getElementById('order').textContent = await answer.text()
  const { bottom } = document.querySelector('main').getBoundingClientRect()
  parent.postMessage({ type: 'service:resize', height: Math.ceil(bottom + scrollY) }, admin)
})
if (parent !== window) parent.postMessage({ type: 'service:ready' }, admin)
`
}

function originText(adminUrl: string): string {
  return JSON.stringify(new URL(adminUrl).origin)
}
