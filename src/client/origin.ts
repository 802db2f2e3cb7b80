import { AppError } from '../errors.ts'

/** Returns whether the host name of a parsed URL is this machine: 127.0.0.0/8, ::1 or `localhost`. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

/**
 * Checks the target; `host` is the host to connect to. Raises `net.insecure` for anything but https
 * off loopback, and `net.tls-off` if the environment disables TLS checks (T31).
 */
export function checkTarget(url: URL, env: Readonly<Record<string, string | undefined>>, host = url.hostname): void {
  if (url.protocol === 'https:') {
    if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return
    throw new AppError('net.tls-off', 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables TLS verification. Nothing was sent.', {
      suggestions: [
        'Unset NODE_TLS_REJECT_UNAUTHORIZED. For your own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate.',
      ],
    })
  }
  if (url.protocol === 'http:' && isLoopback(host)) return
  throw new AppError('net.insecure', `${url.protocol}//${url.host} is not https. Nothing was sent.`, {
    suggestions: ['Use https in app.toml. Plain http is only allowed on this machine (127.0.0.1, [::1], localhost).'],
  })
}
