/** Script of the panel's pages. */
export const READY = '/_kit/ready.js'

/** Script of slots. */
export const SLOT = '/_kit/slot.js'

/**
 * Returns the script that tells the store admin that the page has loaded; the admin responds with `service:init`. The
 * session identifies the install, never a message. A panel's frame has a fixed height, so the script requests none.
 */
export function readyScript(adminUrl: string): string {
  return withAdmin("if (parent !== window) parent.postMessage({ type: 'service:ready' }, ADMIN)\n", adminUrl)
}

/** Returns the script that requests the content for the admin's message from the app's own server. */
export function slotScript(adminUrl: string): string {
  return withAdmin(slot, adminUrl)
}

const slot = `const admin = ADMIN
addEventListener('message', async ({ data, origin, source }) => {
  if (source !== parent || origin !== admin || data?.type !== 'service:init') return
  const { storeId, regionId, entityId, entityType } = data.storeContext
  const place = [storeId, regionId, entityId].map(encodeURIComponent).join('/')
  const { slot } = document.querySelector('[data-slot]').dataset
  const response = await fetch(slot + '/' + place + '?type=' + encodeURIComponent(entityType ?? ''))
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  document.querySelector('main').replaceChildren(...page.body.childNodes)
  const { bottom } = document.querySelector('main').getBoundingClientRect()
  parent.postMessage({ type: 'service:resize', height: Math.ceil(bottom + scrollY) }, admin)
})
if (parent !== window) parent.postMessage({ type: 'service:ready' }, admin)
`

function withAdmin(script: string, adminUrl: string): string {
  return script.replace('ADMIN', () => JSON.stringify(new URL(adminUrl).origin))
}
