import { AppError } from '../errors.ts'
import type { WireRequest, WireResponse } from '../http/wire.ts'

/** Names only the origin of `Location`: what follows it may hold a secret, and is untrusted. */
export function redirected(
  { method, url }: WireRequest,
  { status, headers }: Pick<WireResponse, 'status' | 'headers'>,
): AppError {
  const to = URL.parse(headers['location'] ?? '', url.href)
  const isHttp = to?.protocol === 'https:' || to?.protocol === 'http:'
  const isElsewhere = isHttp && to.origin !== url.origin
  const where = isElsewhere ? ` to ${to.origin}` : ' on the same host'
  return new AppError(
    'net.redirected',
    `${url.host} redirected ${method} ${url.pathname}${isHttp ? where : ''} (${status}). The redirect was not followed, so that no secret reaches another address.`,
    {
      suggestions: isElsewhere
        ? [
            `If ${to.origin} is the platform's address, write it into [targets.live] in app.toml.`,
            'If it is the sign-in page of your network or proxy, open it in a browser and sign in first.',
          ]
        : ['Check the address in [targets.live] of app.toml: it may have a path or a name that is out of date.'],
      details: { sent: true, ...(isElsewhere ? { location: to.origin } : {}) },
    },
  )
}
