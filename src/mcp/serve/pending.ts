import type { StdioServerTransport } from './sdk.ts'

type Message = Parameters<StdioServerTransport['send']>[0]

/** Tracks the requests of a transport that is already served. The returned function resolves once each request is answered or cancelled. */
export function followPending(transport: StdioServerTransport): () => Promise<void> {
  const pending = new Set<unknown>()
  const waiting: (() => void)[] = []
  const settle = (id: unknown) => {
    pending.delete(id)
    if (pending.size === 0) for (const resolve of waiting) resolve()
  }
  const { onmessage } = transport
  const send = transport.send.bind(transport)
  Object.assign(transport, {
    onmessage: (message: Message) => {
      if ('method' in message && 'id' in message) pending.add(message.id)
      onmessage?.(message)
      if ('method' in message && message.method === 'notifications/cancelled') settle(message.params?.['requestId'])
    },
    send: async (message: Message) => {
      await send(message)
      if (!('method' in message)) settle(message.id)
    },
  })
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (pending.size === 0) resolve()
    })
}
