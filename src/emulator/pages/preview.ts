import type { MiddlewareHandler } from 'hono'

/**
 * Responds to a request that only previews a URL: the HEAD of a link preview, or a browser's prefetch. It must not consume the ticket
 * in the URL, so no handler sees it. A browser discards a prefetch with 503 and sends the request when the user follows the link.
 */
export const withoutPreviews: MiddlewareHandler = async ({ req }, next) => {
  if (req.query('ticket') === undefined) return next()
  const isPrefetch = ['sec-purpose', 'purpose', 'x-moz'].some((name) => req.header(name)?.includes('prefetch'))
  if (req.method !== 'HEAD' && !isPrefetch) return next()
  return new Response(null, { status: isPrefetch ? 503 : 200, headers: { 'Cache-Control': 'no-store' } })
}
