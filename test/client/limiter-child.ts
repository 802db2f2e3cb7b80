import { setTimeout as sleep } from 'node:timers/promises'

import { context } from '../../src/catalog/resources/context.ts'
import { createClient } from '../../src/client/client.ts'
import { createLimiter } from '../../src/client/limiter.ts'
import { createNodeSend } from '../../src/client/node-send.ts'

// One of several processes that share a budget: node limiter-child.ts <limiter.db> <base url> <ms>, with the token in TEST_TOKEN.
const [path = '', baseUrl = '', ms = '0'] = process.argv.slice(2)
const tools = { now: () => new Date(), sleep: async (pause: number) => sleep(pause), random: Math.random }
const client = createClient({
  ...tools,
  send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  baseUrl: new URL(baseUrl),
  token: process.env['TEST_TOKEN'] ?? '',
  install: { installScope: 'store', regionId: null, regions: [], scopes: [] },
  requestedScopes: null,
  limiter: createLimiter({ ...tools, path }),
})
const end = Date.now() + Number(ms)
while (Date.now() < end) await client.call(context.get)
