import { expect, it } from 'vitest'

import { connectMcp } from '../support/mcp/connect.ts'
import { makeInstalledPlatform } from '../support/platform.ts'

const topics = { toml: '[webhooks]\ntopics = ["order.created"]\n', registration: { webhook_topics: ['order.created'] } }

it('the list holds at most twenty tools and 6,000 tokens, at four characters each', async () => {
  const { context } = await makeInstalledPlatform()
  const { client } = await connectMcp(context)

  const list = await client.listTools()

  expect(list.tools.length).toBeLessThanOrEqual(20)
  expect(JSON.stringify(list).length / 4).toBeLessThanOrEqual(6000)
})

it('status says where app, app dev and emulator stand', async () => {
  const { context } = await makeInstalledPlatform(topics)
  const { ask } = await connectMcp(context)

  const { said, foreign, isError } = await ask('status')

  expect(isError).toBe(false)
  expect(said['app']).toMatchObject({ app_key: 'app.acme.loyalty', status: 'D', registered: true })
  expect(said['dev']).toEqual({ running: false })
  expect(said['emulator']).toMatchObject({ running: true, apps: 1, stores: 1 })
  expect(foreign).toMatchObject({ appName: 'Loyalty', testStores: ['demo'], installs: [{ storeCode: 'demo' }] })
})

it('why names the first broken link, and the name of the store stands in the foreign part alone', async () => {
  const { context } = await makeInstalledPlatform(topics)
  const { ask } = await connectMcp(context)

  const { said, foreign } = await ask('why', { topic: 'order.created' })

  const [{ broken, links }] = said['topics']
  const word = Object.keys(foreign).find((one) => foreign[one] === 'demo')
  expect(broken).toBe('signing secret')
  expect(links).toContainEqual(expect.objectContaining({ name: 'install', found: `installed in ${word}` }))
  expect(JSON.stringify(said)).not.toContain('demo')
})

it('an error is an answer with its code, and explain says what it means', async () => {
  const { context } = await makeInstalledPlatform()
  const { ask } = await connectMcp(context)

  const failed = await ask('delivery', { id: 7 })
  const explained = await ask('explain', { code: failed.said['error'].code })

  expect(failed).toMatchObject({ isError: true, said: { error: { code: 'journal.unknown-delivery', exit: 2 } } })
  expect(explained.said).toMatchObject({ code: 'journal.unknown-delivery', mend: expect.any(Array) })
})

it('resources are the pages of the reference, and prompts say what to ask for', async () => {
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

it('--read-only offers the tools that read, and refuses a call that would change something', async () => {
  const { context } = await makeInstalledPlatform()
  const { client, ask } = await connectMcp(context, { isReadOnly: true })

  const { tools } = await client.listTools()

  expect(tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['replay']))
  expect(await ask('clock')).toMatchObject({ isError: false })
  expect(await ask('clock', { advance: '1m' })).toMatchObject({ isError: true, said: { refused: expect.any(String) } })
})
