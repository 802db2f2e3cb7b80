import type { Send } from '../../http/wire.ts'
import type { Emulator } from '../app.ts'
import type { SiteName } from '../hosts.ts'

/** Creates a client transport straight into an emulator in the same process: the same requests, no sockets. */
export function sendInto({ fetch }: Pick<Emulator, 'fetch'>, site: SiteName): Send {
  return async ({ method, url, headers, body }) => {
    const init: RequestInit = { method, headers: { ...headers } }
    if (body !== undefined) init.body = typeof body === 'string' ? body : Buffer.from(body)
    const response = await fetch(new Request(url, init), { site })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }
}
