import type { Fault, Response } from './front.ts'

const html = (status: number, title: string, server: string): Response => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', Server: server },
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
})

/** The upstream's response, complete as HTTP but with truncated JSON. */
const truncated =
  (bytes: number): Fault =>
  async (request, upstream) => {
    const reply = await upstream(request)
    if (typeof reply === 'string') return reply
    const { 'content-length': _, ...headers } = reply.headers ?? {}
    return { ...reply, headers, body: Buffer.from(reply.body ?? '').subarray(0, bytes) }
  }

/** Responses of proxies between a developer and the platform, and broken responses. */
export const faults = {
  badGateway: () => html(502, '502 Bad Gateway', 'nginx'),
  firewall403: () => html(403, 'Access denied', 'cloudflare'),
  firewall401: () => html(401, 'Authentication required', 'BigIP'),
  signInPage: () => html(200, 'Sign in to the guest network', 'portal'),
  proxy407: () => html(407, 'Proxy authentication required', 'squid'),
  reset: () => 'reset' as const,
  hang: () => 'hang' as const,
  truncated,
  redirectTo:
    (location: string, status = 302): Fault =>
    () => ({ status, headers: { Location: location } }),
} as const
