import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { connectMcp } from '../support/mcp/connect.ts'
import { makePlatform } from '../support/platform.ts'

it.each([['read'], ['write']])(
  'with access = "%s" a client writes nothing to the live platform, and no request is sent (T38)',
  async (level) => {
    let requests = 0
    const server = createServer((_request, response) => {
      requests++
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { context } = await makePlatform({
      toml: `[targets.live]\nbase_url = "${url}"\nadmin_url = "${url}"\nclient_id = "cli_1"\naccess = "${level}"\n`,
      context: {
        env: { SVCAPP_TOKEN: `svcapp_1001_1_${'0ddba11e'.repeat(8)}`, SVCAPP_TRUST_ORIGIN: url },
        send: createNodeSend({ builtin: process.getBuiltinModule.bind(process), env: {} }),
      },
    })
    const { ask } = await connectMcp(context, { targetName: 'live' })

    const answers = [
      await ask('write', { method: 'POST', path: '/products', body: '{"name":"x"}' }),
      await ask('write', { method: 'DELETE', path: '/orders/1/costs/2' }),
      await ask('emulator', { operation: 'placeOrder' }),
    ]

    expect(
      answers.map(({ said }) => said['error'].code),
      JSON.stringify(answers),
    ).toEqual(['live.locked', 'live.locked', 'usage.invalid'])
    expect(requests).toBe(0)
  },
)
