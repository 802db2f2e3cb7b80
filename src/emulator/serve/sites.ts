import type { Server } from 'node:http'

import { isWithoutIpv6 } from '../../http/loopback-port.ts'
import type { Emulator } from '../app.ts'
import type { SiteName } from '../hosts.ts'
import { createSiteServer } from './listener.ts'
import { listen } from './ports.ts'

const sites: readonly SiteName[] = ['api', 'admin', 'portal', 'storefront']

/** Returns empty addresses for sites that do not listen yet. */
export function nowhere(): Record<SiteName, string> {
  return { api: '', admin: '', portal: '', storefront: '' }
}

export interface SitesToOpen {
  readonly emulator: Emulator
  /** Receives the address of each site once it listens. */
  readonly urls: Record<SiteName, string>
}

export interface SiteServers {
  /** The first of four consecutive ports; 0 for any free ports. */
  readonly port: number
  /** Receives every listening server. */
  readonly servers: Server[]
}

/** Listens for all four sites on loopback. Raises `emulator.port-taken`. The servers that already listen are in `servers`. */
export async function openSites({ emulator, urls }: SitesToOpen, { port, servers }: SiteServers): Promise<void> {
  for (const [at, site] of sites.entries()) {
    urls[site] = await openSite({ site, emulator, urls }, { port: port === 0 ? 0 : port + at, servers })
  }
}

/** Closes all sites together, because each may have to wait for a connection that a browser opened in advance. */
export async function closeSites(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map(endServer))
}

interface Site extends SitesToOpen {
  readonly site: SiteName
}

/**
 * Returns the site's address. Each site uses both localhost addresses or neither (R14, T16). The
 * admin is opened as `localhost`, which browsers treat as another site than the app.
 */
async function openSite({ site, emulator, urls }: Site, { port, servers }: SiteServers): Promise<string> {
  const open = async (host: '127.0.0.1' | '::1', wanted: number) => {
    const server = createSiteServer({ site, emulator: () => emulator, urls: () => urls })
    const taken = await listen({ server, host, port: wanted })
    servers.push(server)
    return taken
  }
  const urlAt = (taken: number) => `http://${site === 'admin' ? 'localhost' : '127.0.0.1'}:${taken}`
  for (let tries = 0; ; tries++) {
    const taken = await open('127.0.0.1', port)
    try {
      await open('::1', taken)
      return urlAt(taken)
    } catch (error) {
      if (isWithoutIpv6(error)) return urlAt(taken)
      if (port !== 0 || tries === 10) throw error
      // The other localhost address of the picked port is in use: release the port and pick another.
      await Promise.all(servers.splice(-1).map(endServer))
    }
  }
}

/** Idle connections are closed immediately. A request in progress gets a moment. */
function endServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 1000).unref()
  })
}
