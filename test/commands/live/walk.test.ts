import { describe, expect, it } from 'vitest'

import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import { runCommand } from '../../support/command/command.ts'
import { faults } from '../../support/live/faults.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'

describe('a developer and the live platform', () => {
  it('installs by a pasted address and calls the API over TLS', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()

    const installed = await developer.install()
    const called = await runCommand(CallOrdersList, ['--json'], developer.context())

    expect([installed.error, called.error]).toEqual([undefined, undefined])
    expect(JSON.parse(called.stdout)).toMatchObject({ success: true })
    expect(live.seen.map(({ method, target }) => `${method} ${target.replace(/\?.*/, '')}`)).toEqual([
      'POST /api/apps/oauth/token',
      'GET /api/apps/v1/context',
      'GET /api/apps/v1/orders',
    ])
  })

  it('retries a read after a 502 page of a proxy', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    live.fail(faults.badGateway, { times: 1, path: '/orders' })

    const { exit } = await runCommand(CallOrdersList, [], developer.context())

    expect(exit).toBe(0)
    expect(live.seen.filter(({ target }) => target.includes('/orders'))).toHaveLength(2)
  })
})
