import { once } from 'node:events'
import { PassThrough } from 'node:stream'

import { expect, it } from 'vitest'

import Mcp from '../../../src/commands/mcp.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'

it('speaks over stdin and stdout, ends with its client, and writes nothing else', async () => {
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

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a-client', version: '1' } }
