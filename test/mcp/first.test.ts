import { expect, it } from 'vitest'

import { makeInstalledPlatform } from '../support/platform.ts'
import { connectMcp } from '../support/mcp.ts'

it('a client of the official SDK', async () => {
  const platform = await makeInstalledPlatform({ toml: '[webhooks]\ntopics = ["order.created"]\n', registration: { webhook_topics: ['order.created'] } })
  const { client, ask } = await connectMcp(platform.context)
  const { tools } = await client.listTools()
  console.log(JSON.stringify({ tools }).length / 4, tools.map((t) => t.name).join(' '))
  for (const [name, input] of [
    ['status', {}], ['why', {}], ['explain', { code: 'net.timeout' }], ['explain', { code: 'nope' }], ['timeline', {}], ['delivery', {}], ['search', { query: 'orders list', limit: 2 }],
    ['emulator', { operation: 'placeOrder', input: { paid: true } }], ['emulator', { operation: 'placeOrder', describe: true }], ['emulator', { operation: 'placeOrder', input: { items: 3 } }], ['clock', {}], ['clock', { advance: '10m' }], ['fault', { do: 'set', kind: '500' }], ['snapshot', {}],
    ['call', { path: '/orders' }], ['call', { path: '/orders', preview: true }], ['call', { path: '/nope' }], ['query', { sql: 'select 1 as one' }], ['logs', {}], ['verify', { delivery: 1 }], ['verify', { headers: { 'x': 'y' }, body: '{}' }],
  ] as const) {
    const t = performance.now()
    const answer = await ask(name, input)
    console.log(name, JSON.stringify(input), answer.isError, Math.round(performance.now() - t), 'ms', JSON.stringify(answer.said).slice(0, 700), '||', JSON.stringify(answer.foreign).slice(0, 500))
  }
  expect(1).toBe(1)
})
