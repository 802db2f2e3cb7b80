import type { Emulator } from '../../src/emulator/app.ts'
import type { Send } from '../../src/http/wire.ts'

/** Returns a client transport straight into an emulator in the same process: the same requests without sockets. Follows no redirect, like the real one. */
export function sendTo(emulator: Pick<Emulator, 'fetch'>, address = '127.0.0.1'): Send {
  return async ({ method, url, headers, body, signal }) => {
    signal?.throwIfAborted()
    const init: RequestInit = { method, headers: { ...headers } }
    if (body !== undefined) init.body = typeof body === 'string' ? body : Buffer.from(body)
    const response = await emulator.fetch(new Request(url, init), { address })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }
}
