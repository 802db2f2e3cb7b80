import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'

import { expect, it } from 'vitest'

import Mcp from '../../../src/commands/mcp/index.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { makePlatform } from '../../support/platform.ts'

it('communicates over stdin and stdout, exits with its client, and writes nothing else', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const context = makeContext({ channel: () => ({ input, output }) })
  const ping = { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }

  const run = runCommand(Mcp, ['--read-only'], context)
  input.write(`${JSON.stringify(ping)}\n`)
  const [answer] = (await once(output, 'data')) as [Buffer]
  input.end()
  const { exit, stdout, stderr } = await run

  expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: { serverInfo: { name: 'svcapp' } } })
  expect([exit, stdout, stderr]).toEqual([0, '', ''])
})

it('responds to requests received before stdin ended, then exits', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())
  const { context } = await makePlatform()
  const run = runCommand(Mcp, [], context({ sleep, channel: () => ({ input, output }) }))
  const status = { id: 2, method: 'tools/call', params: { name: 'status', arguments: {} } }
  const asked = [{ id: 1, method: 'initialize', params: hello }, { method: 'notifications/initialized' }, status]
  input.end(asked.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  const { exit } = await run

  const answers = String(output.read()).trimEnd().split('\n')
  expect(exit).toBe(0)
  expect(answers.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, result: {} },
    { id: 2, result: { content: [{ text: expect.stringContaining('"target":"emulator"') }, {}] } },
  ])
})

it('reports an invalid message in one line, and continues', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const run = runCommand(Mcp, [], makeContext({ channel: () => ({ input, output }) }))
  input.write('{"id":1}\n')
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'initialize', params: hello })}\n`)
  const [answer] = (await once(output, 'data')) as [Buffer]
  input.end()
  const { stderr } = await run

  expect(JSON.parse(String(answer))).toMatchObject({ id: 2 })
  expect(stderr).toBe('MCP: The input is not a JSON-RPC 2.0 message and was ignored.\n')
})

it('serves the project selected with --project, from any folder', async () => {
  const { context, cwd } = await makePlatform()
  const [input, output] = [new PassThrough(), new PassThrough()]
  const elsewhere = makeContext()
  const there = context({ channel: () => ({ input, output }), cwd: elsewhere.cwd })
  const status = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'status', arguments: {} } }

  const run = runCommand(Mcp, ['--project', cwd], there)
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`)
  await once(output, 'data')
  input.write(`${JSON.stringify(status)}\n`)
  const [answer] = (await once(output, 'data')) as [Buffer]
  input.end()
  await run
  const missing = await runCommand(Mcp, ['--project', join(elsewhere.cwd, 'nowhere')], there)

  expect(JSON.parse(String(answer))).toMatchObject({
    result: { content: [{ text: expect.stringContaining(JSON.stringify({ folder: cwd }).slice(1, -1)) }, {}] },
  })
  expect([missing.exit, missing.error?.code]).toEqual([3, 'project.not-found'])
})

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a-client', version: '1' } }
