import type { IncomingMessage } from 'node:http'

/** Whether a request was meant for this listener: exactly one Host header, which names this machine and this port, compared as text (T5). */
export function isForThisMachine({ headersDistinct, socket }: IncomingMessage): boolean {
  const hosts = headersDistinct['host'] ?? []
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${socket.localPort}`)
  return hosts.length === 1 && names.includes(hosts[0] ?? '')
}

/** Whether it came through a tunnel, which leads to the public side of the gateway only (T13). */
export function isTunnelled({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => name.startsWith('cf-'))
}
