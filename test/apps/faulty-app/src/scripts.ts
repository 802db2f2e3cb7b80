import { faulty, otherwise } from './faulty.ts'

/** The scripts of the pages, by path. They talk to the admin alone, about layout alone. */
export function scriptsOf(adminUrl: string): Record<string, string> {
  const admin = JSON.stringify(faulty('bridge-any-target') ? '*' : new URL(adminUrl).origin)
  const say = `if (parent !== window) parent.postMessage({ type: 'service:ready' }, ${admin})\n`
  const ready = faulty('bridge-silent')
    ? ''
    : faulty('bridge-ready-often')
      ? `setInterval(() => { ${say} }, 500)\n`
      : say
  const strip =
    "const address = new URL(location.href)\naddress.searchParams.delete('embed_token')\nhistory.replaceState(null, '', address)\n"
  return {
    '/ready.js': ready,
    '/replace.js': `${strip}${ready}`,
    '/stored.js': `const token = new URLSearchParams(location.search).get('embed_token')
if (token !== null) localStorage.setItem('embed_token', token)
${ready}`,
    '/header.js': `const address = new URL(location.href)
const token = address.searchParams.get('embed_token')
address.searchParams.delete('embed_token')
history.replaceState(null, '', address)
fetch('/panel/data', { headers: { 'X-Service-Embed-Token': token } })
  .then((answer) => answer.text())
  .then((text) => { document.getElementById('panel').textContent = text })
${ready}`,
    '/slot.js': slotScript(admin, ready),
  }
}

function slotScript(admin: string, ready: string): string {
  const guard = faulty('bridge-any-origin')
    ? ''
    : `  if (event.source !== parent || event.origin !== ${admin}) return\n`
  const height = faulty('bridge-height')
    ? '5000'
    : "Math.min(1600, Math.max(120, Math.ceil(document.querySelector('main').getBoundingClientRect().bottom)))"
  const size = faulty('bridge-size') ? 'size: { height }' : 'height'
  const asks = otherwise('joined-addresses')
    ? "  const answer = await fetch('/slots/order/data?store=' + storeId + '&region=' + regionId + '&order=' + entityId)"
    : `  const query = new URLSearchParams({ store: storeId, region: regionId, order: entityId })
  const answer = await fetch('/slots/order/data?' + query)`
  return `addEventListener('message', async (event) => {
${guard}  if (event.data?.type !== 'service:init') return
  const { storeId, regionId, entityId } = event.data.storeContext
${asks}
  document.getElementById('order').textContent = await answer.text()
  const height = ${height}
  parent.postMessage({ type: 'service:resize', ${size} }, ${admin})
})
${ready}`
}
