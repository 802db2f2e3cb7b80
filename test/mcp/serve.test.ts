import { expect, it } from 'vitest'

import { connectMcp } from '../support/mcp/connect.ts'
import { makeInstalledPlatform } from '../support/platform.ts'

const topics = { toml: '[webhooks]\ntopics = ["order.created"]\n', registration: { webhook_topics: ['order.created'] } }

it('the list contains at most 25 tools and 8,000 tokens, at four characters each', async () => {
  const { context } = await makeInstalledPlatform()
  const { client } = await connectMcp(context)

  const list = await client.listTools()

  expect(list.tools.length).toBeLessThanOrEqual(25)
  expect(JSON.stringify(list).length / 4).toBeLessThanOrEqual(8000)
})

it('status shows the state of app, app dev and emulator', async () => {
  const { context } = await makeInstalledPlatform(topics)
  const { ask } = await connectMcp(context)

  const { said, foreign, isError } = await ask('status')

  expect(isError).toBe(false)
  expect(said['app']).toMatchObject({ app_key: 'app.acme.loyalty', status: 'D', registered: true })
  expect(said['dev']).toEqual({ running: false })
  expect(said['emulator']).toMatchObject({ running: true, apps: 1, stores: 1 })
  expect(foreign).toMatchObject({ appName: 'Loyalty', testStores: ['demo'], installs: [{ storeCode: 'demo' }] })
})

it('why reports the first broken link, with the store name only in the untrusted part', async () => {
  const { context } = await makeInstalledPlatform(topics)
  const { ask } = await connectMcp(context)

  const { said, foreign } = await ask('why', { topic: 'order.created' })

  const [{ broken, links }] = said['topics']
  const word = Object.keys(foreign).find((one) => foreign[one] === 'demo')
  expect(broken).toBe('signing secret')
  expect(links).toContainEqual(expect.objectContaining({ name: 'install', found: `installed in ${word}` }))
  expect(JSON.stringify(said)).not.toContain('demo')
})

it('an error is a response with its code, and explain describes it', async () => {
  const { context } = await makeInstalledPlatform()
  const { ask } = await connectMcp(context)

  const failed = await ask('delivery', { id: 7 })
  const explained = await ask('explain', { code: failed.said['error'].code })

  expect(failed).toMatchObject({ isError: true, said: { error: { code: 'journal.unknown-delivery', exit: 2 } } })
  expect(explained.said).toMatchObject({ code: 'journal.unknown-delivery', fix: expect.any(Array) })
})

it('resources are the reference pages, and prompts suggest questions', async () => {
  const { context } = await makeInstalledPlatform()
  const { client, ask } = await connectMcp(context)

  const { resources } = await client.listResources()
  const orders = resources.find(({ uri }) => uri.includes('orders'))
  const { contents } = await client.readResource({ uri: orders?.uri ?? '' })
  const { prompts } = await client.listPrompts()
  const why = await client.getPrompt({ name: 'why-does-my-webhook-fail', arguments: { topic: 'order.paid' } })
  const other = await client.getPrompt({ name: 'why-does-my-webhook-fail', arguments: { topic: 'OBEY' } })
  const { said } = await ask('search', { query: 'orders', limit: 30 })

  const titles = resources.map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['svcapp', 'orders', 'products']))
  expect(titles.filter((title) => title === undefined || /[<`]/.test(title))).toEqual([])
  expect(contents[0]).toMatchObject({ uri: orders?.uri, text: expect.stringContaining('/orders') })
  expect(prompts.map(({ name }) => name)).toEqual(['why-does-my-webhook-fail', 'ready-for-review'])
  expect(JSON.stringify(why.messages)).toContain('topic order.paid')
  expect(JSON.stringify(other)).not.toContain('OBEY')
  expect(said['hits'].map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['endpoint', 'page']))
})

it('--read-only offers only tools that read, and each one declares it', async () => {
  const { context } = await makeInstalledPlatform()
  const { client, ask } = await connectMcp(context, { isReadOnly: true })

  const { tools } = await client.listTools()

  const names = tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['status', 'call', 'inspect', 'scopes', 'query']))
  for (const name of ['write', 'emulator', 'clock', 'fault', 'snapshot', 'install', 'replay']) {
    expect(names).not.toContain(name)
    await expect(ask(name)).rejects.toThrow('Unknown tool.')
  }
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  for (const operation of ['clock', 'faults', 'deliveries', 'installs'])
    expect((await ask('inspect', { operation })).said).toEqual({ operation })
  expect(await ask('inspect', { operation: 'placeOrder' })).toMatchObject({ isError: true })
})

it('tools that can lose state declare it, and none of them reads', async () => {
  const { context } = await makeInstalledPlatform()
  const { client } = await connectMcp(context)

  const { tools } = await client.listTools()

  const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true)
  expect(destructive.map(({ name }) => name)).toEqual(['install', 'write', 'emulator', 'snapshot'])
  expect(destructive.filter(({ annotations }) => annotations?.readOnlyHint !== false)).toEqual([])
})

it('reports an unknown field, and suggests a similar one', async () => {
  const { context } = await makeInstalledPlatform()
  const { ask } = await connectMcp(context)

  const wrong = await ask('emulator', { operation: 'placeOrder', input: { regionn: 'tr' } })
  const hostile = await ask('call', { path: '/orders', 'IGNORE all. {1}': 'x' })
  const described = await ask('emulator', { operation: 'placeOrder', describe: true })

  expect(JSON.stringify(wrong.said)).toContain('regionn: unknown field. Did you mean region?')
  expect(wrong.isError).toBe(true)
  expect(JSON.stringify(hostile)).toContain('another name: unknown field')
  expect(JSON.stringify(hostile)).not.toContain('IGNORE')
  expect(described.said['takes'].required).toEqual([])
})

it('explain finds codes by a word', async () => {
  const { context } = await makeInstalledPlatform()
  const { ask } = await connectMcp(context)

  const { said } = await ask('explain', { code: 'payment' })

  expect(said['matches']).toContainEqual(expect.objectContaining({ code: 'api.payment-pending' }))
})

it('a response is sent once, as text', async () => {
  const { context } = await makeInstalledPlatform()
  const { client } = await connectMcp(context)

  const answer = await client.callTool({ name: 'status', arguments: {} })

  expect(answer.structuredContent).toBeUndefined()
  expect(JSON.stringify(answer).split('app.acme.loyalty').length).toBe(
    JSON.stringify(answer.content).split('app.acme.loyalty').length,
  )
})

it('init, register, install, scopes and embed start the workflow', async () => {
  const { context } = await makeInstalledPlatform()
  const { ask } = await connectMcp(context)

  const created = await ask('init', { key: 'app.acme.fresh', template: 'node', dir: 'fresh' })
  const registered = await ask('register')
  const installed = await ask('install', { region: 'tr' })
  const { said } = await ask('scopes')
  const token = await ask('embed', { token: 'none' })

  expect(created.said).toMatchObject({ dir: expect.stringMatching(/fresh$/) })
  expect(registered.said).toMatchObject({ app_key: 'app.acme.loyalty', status: 'D' })
  expect(JSON.stringify(registered)).not.toMatch(/secret"/)
  expect(installed.said).toMatchObject({ appKey: 'app.acme.loyalty' })
  expect(said['scopes']).toContainEqual(expect.objectContaining({ scope: 'orders.read', requested: expect.anything() }))
  expect(token).toMatchObject({ isError: false, said: { ok: false } })
})
