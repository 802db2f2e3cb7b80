import { createClient, type ClientTools } from '../../src/client/client.ts'
import type { WireRequest, WireResponse } from '../../src/http/wire.ts'

/** An answer with a JSON body; text goes as it is. */
export function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text) }
}

/** A real client of a store-wide install whose platform is a function; `sent` are the requests that reached it. */
export function makeListClient(
  reply: (request: WireRequest) => WireResponse | Promise<WireResponse>,
  overrides: Partial<ClientTools> = {},
) {
  const sent: WireRequest[] = []
  const client = createClient({
    send: async (request) => {
      sent.push(request)
      return reply(request)
    },
    baseUrl: new URL('http://127.0.0.1:4800'),
    token: 'svcapp_1001_all_canary',
    install: {
      installScope: 'store',
      regionId: null,
      regions: [
        { id: 1, code: 'tr', currency: 'TRY' },
        { id: 2, code: 'de', currency: 'EUR' },
      ],
      scopes: [],
    },
    requestedScopes: null,
    limiter: { acquire: async () => {}, close: () => {} },
    now: () => new Date('2026-11-21T12:00:00Z'),
    sleep: async () => {},
    random: () => 0,
    ...overrides,
  })
  return { client, sent }
}

/** All that an async iterable gives. */
export async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}
