/** Where the pages of the panel load their script from. */
export const READY = '/ready.js'

/**
 * Tells the store admin that the page has loaded. The admin answers with `service:init`, which has the language and hints for the layout. Whose panel this is
 * never comes from a message: the session says it.
 */
export function readyScript(adminUrl: string): string {
  const admin = JSON.stringify(new URL(adminUrl).origin)
  return `if (parent !== window) parent.postMessage({ type: 'service:ready' }, ${admin})\n`
}
