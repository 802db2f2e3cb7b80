import { assembleClient, type LibraryTools } from '../../src/sdk/create-client.ts'
import type { ClientOptions, Fetch } from '../../src/sdk/options.ts'
import { makeShop, type Shop } from '../emulator/api/shop.ts'

/** What a request looked like when it left. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly region: string | null
}

/** A shop, and clients of the library that reach it without a socket; `seen` are the requests that left. */
export async function makeLibraryShop() {
  const shop = await makeShop()
  const seen: SentRequest[] = []
  const waits: number[] = []
  const tools: LibraryTools = {
    builtin: process.getBuiltinModule,
    env: {},
    now: shop.clock.now,
    sleep: async (ms) => {
      waits.push(ms)
      shop.clock.advance(ms)
    },
    random: () => 0,
  }
  const fetch: Fetch = (url, init) => {
    const request = new Request(url, init)
    const { pathname, search } = new URL(request.url)
    seen.push({
      method: request.method,
      path: pathname.replace('/api/apps/v1', '') + search,
      region: request.headers.get('x-region-id'),
    })
    return shop.emulator.fetch(request)
  }
  const client = (token: string, options: Partial<ClientOptions> = {}) =>
    assembleClient({ baseUrl: shop.urls.api, token, fetch, ...options }, tools)
  return { shop: shop satisfies Shop, client, seen, waits, tools }
}
