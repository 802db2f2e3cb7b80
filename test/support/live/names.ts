import dns from 'node:dns'

/** Host names that no name server has, because commands must treat them as remote, not as loopback. */
export const names = {
  api: 'api.platform.test',
  admin: 'admin.platform.test',
  /** The developer's own address for the gateway. */
  own: 'dev.platform.test',
} as const

// Each Node connection reads `dns.lookup` when it is created. A program loads this file with `--import`.
const { lookup } = dns
const onThisMachine = (name: string, ...rest: never[]) =>
  Reflect.apply(lookup, dns, [name.endsWith('.platform.test') ? '127.0.0.1' : name, ...rest]) as void
Object.assign(dns, { lookup: onThisMachine })
