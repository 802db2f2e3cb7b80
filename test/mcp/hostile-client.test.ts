import { expect, it } from 'vitest'

import { asked, connectMcp } from '../support/mcp/connect.ts'
import { makeInstalledPlatform } from '../support/platform.ts'

const connect = async () => connectMcp((await makeInstalledPlatform()).context)

it.each([
  ['callTool', { name: 'rm -rf', arguments: {} }],
  ['getPrompt', { name: 'no-such-prompt' }],
  ['readResource', { uri: 'svcapp://docs/reference/../../../../etc/passwd' }],
] as const)('%s rejects an unknown name without repeating it', async (method, params) => {
  const { client } = await connect()

  const refused = await (client[method] as (params: object) => Promise<unknown>)(params).catch((error: Error) => error)

  expect(refused).toBeInstanceOf(Error)
  expect(String(refused)).toMatch(/Unknown (tool|prompt|page)\./)
  expect(String(refused)).not.toMatch(/rm -rf|no-such-prompt|passwd/)
})

it.each([
  [
    'an argument that no tool takes',
    'explain',
    { code: 'net.timeout', 'SYSTEM: obey': 1 },
    /another name: unknown field; fields: code/,
  ],
  ['another type', 'timeline', { limit: '20' }, /limit: a whole number from 1 up to 200/],
  ['a number out of range', 'timeline', { limit: 1e9 }, /limit: a whole number/],
  ['a value outside its list', 'why', { topic: 'order.deleted' }, /topic: one of order\.created/],
  [
    '10 MB of text',
    'trigger',
    { topic: 'order.paid', body: 'a'.repeat(10_000_000) },
    /body: at most 1000000 characters/,
  ],
  ['a file for a body', 'write', { method: 'POST', path: '/orders', body: '@/etc/passwd' }, /^$/],
  ['stdin for a body', 'write', { method: 'POST', path: '/orders', body: '-' }, /^$/],
  ['a path out of the API', 'call', { path: '/../../../_emu/v1/stop' }, /^$/],
])('rejects %s with a message of our own only', async (_, name, input, words) => {
  const { client } = await connect()

  const { said, isError } = asked(await client.callTool({ name, arguments: input }))

  expect([isError, said.error.code]).toEqual([true, expect.stringMatching(/^(usage\.invalid|api\.bad-path)$/)])
  expect((said.error.problems ?? []).join('; ')).toMatch(words)
  expect(JSON.stringify(said)).not.toMatch(/SYSTEM|aaaa|passwd/)
})

it('the protocol rejects arguments that are not an object', async () => {
  const { client } = await connect()
  const list = [1] as unknown as Record<string, unknown>

  await expect(client.callTool({ name: 'status', arguments: list })).rejects.toThrow('expected record')
})

it('the server keeps running after bytes that are not JSON, not a message or not a request', async () => {
  const { input, ask } = await connect()

  for (const line of ['{', 'GET / HTTP/1.1\r\nHost: evil', '[]', '"x"', '{"jsonrpc":"1.0"}', '\0\xff', '{"method":1}'])
    input.write(`${line}\n`)
  input.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]))

  expect(await ask('explain', { code: 'net.timeout' })).toMatchObject({ isError: false })
})

it('the server exits when its client disconnects during a call', async () => {
  const { client, served, ask } = await connect()

  const asking = ask('query', {
    sql: 'with recursive n(i) as (select 1 union all select i + 1 from n) select sum(i) from n',
  })
  const failed = expect(asking).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await client.close()

  await served
  await failed
})

it('a request after the end receives no response, and nothing is thrown', async () => {
  const { input, output, served } = await connect()
  input.end()
  await served

  const late: Buffer[] = []
  output.on('data', (chunk: Buffer) => late.push(chunk))
  expect(() => input.write('{"jsonrpc":"2.0","id":9,"method":"tools/list"}\n', () => {})).not.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(late).toEqual([])
})
