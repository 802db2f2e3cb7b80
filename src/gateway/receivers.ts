import { createAppClient } from './app-client.ts'
import type { Forward } from './inbound.ts'

/** Accepts every delivery with 200 if there is no app to deliver to. */
export const takeAll: Forward = async () => ({
  ok: true,
  answer: { status: 200, headers: [], body: new Uint8Array() },
  ms: 0,
})

export interface Receiver {
  readonly forward: Forward
  readonly close: () => void
}

/** Delivers to another URL of this machine, with its own port and path. The caller has checked that `url` is on this machine. */
export function receiverAt(
  url: URL,
  { timeoutMs, clock }: { readonly timeoutMs: number; readonly clock: () => number },
): Receiver {
  const port = Number(url.port === '' ? 80 : url.port)
  const client = createAppClient({ port: () => port, timeoutMs, inFlight: 64, clock })
  return {
    forward: (delivery) => client.forward({ ...delivery, target: `${url.pathname}${url.search}` }),
    close: client.close,
  }
}
