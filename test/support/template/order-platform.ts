import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Returns the one-time code that installs an app into a store. */
export function codeOf(storeId: number): string {
  return storeId.toString(16).padStart(64, '0')
}

export interface OrderPlatform {
  readonly url: string
  readonly close: () => void
}

/** Starts a platform with any number of stores and orders: every code installs, every order costs 1.00. A request for an order takes `ms`. */
export async function startOrderPlatform(ms: number): Promise<OrderPlatform> {
  const server = createServer((request, response) => {
    const answer = (body: unknown) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const id = /\/orders\/(\d+)$/.exec(request.url ?? '')?.[1]
    if (id !== undefined) {
      setTimeout(() => answer({ id: Number(id), status: 'paid', grandTotal: 1, currency: 'TRY' }), ms)
      return
    }
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const { code = '' } = JSON.parse(text) as { code?: string }
      const storeId = parseInt(code, 16)
      answer({
        access_token: `token-${storeId}`,
        app_key: '',
        store_id: storeId,
        region_id: 7,
        scopes: ['orders.read'],
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A TCP server always has such an address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
