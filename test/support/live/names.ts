import dns from 'node:dns'

/** Host names that no name server has: the tool must take them for another machine, not for loopback. */
export const names = {
  api: 'api.platform.test',
  admin: 'admin.platform.test',
  /** The developer's own address for the gateway. */
  own: 'dev.platform.test',
} as const

// Every connection of Node reads `dns.lookup` when it is created. A program gets this file by `--import`.
const { lookup } = dns
const onThisMachine = (name: string, ...rest: never[]) =>
  Reflect.apply(lookup, dns, [name.endsWith('.platform.test') ? '127.0.0.1' : name, ...rest]) as void
Object.assign(dns, { lookup: onThisMachine })
