import { describe, expect, it } from 'vitest'

import CallOrderCostsDelete from '../../../src/commands/call/order-costs/delete.ts'
import CallOrderCostsPut from '../../../src/commands/call/order-costs/put.ts'
import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import type { AppError } from '../../../src/errors.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeLive } from '../../support/live/counting-live.ts'
import { faults } from '../../support/live/faults.ts'
import type { Fault } from '../../support/live/front.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'

interface Case {
  readonly fault: Fault
  readonly code: string
  readonly message: RegExp
  /** Requests of a read, which may be retried. A write is sent once. */
  readonly reads: number
  readonly writeCode?: string
}

const cases: Readonly<Record<string, Case>> = {
  "a firewall's 403": {
    fault: faults.firewall403,
    code: 'net.intercepted',
    message: /not from the platform's API \(403, \d+ bytes of text\/html, server: cloudflare\)\. A firewall or proxy/,
    reads: 1,
  },
  "a firewall's 401": {
    fault: faults.firewall401,
    code: 'net.intercepted',
    message: /\(401, \d+ bytes of text\/html, server: BigIP\)\. A firewall or proxy/,
    reads: 1,
  },
  "a firewall's 403 as plain text": {
    fault: () => ({ status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'error code: 1020' }),
    code: 'net.intercepted',
    message: /\(403, 16 bytes of text\/plain\)/,
    reads: 1,
  },
  "a proxy's 407": {
    fault: faults.proxy407,
    code: 'net.intercepted',
    message: /\(407, \d+ bytes of text\/html, server: squid\)/,
    reads: 1,
  },
  "a gateway's 502": {
    fault: faults.badGateway,
    code: 'net.intercepted',
    message: /\(502, \d+ bytes of text\/html, server: nginx\)\. A gateway or proxy in front/,
    reads: 4,
  },
  'a redirect to a sign-in page': {
    fault: faults.redirectTo('https://login.example/?next=secret#x'),
    code: 'net.redirected',
    message: /redirected \w+ \S+ to https:\/\/login\.example \(302\)\. The redirect was not followed/,
    reads: 1,
  },
  'a redirect on the same host': {
    fault: faults.redirectTo('/v2', 308),
    code: 'net.redirected',
    message: /redirected \w+ \S+ on the same host \(308\)/,
    reads: 1,
  },
  'a closed connection': {
    fault: faults.reset,
    code: 'net.unreachable',
    message: /closed during the request/,
    reads: 4,
  },
  'JSON that is cut off': {
    fault: faults.truncated(40),
    code: 'api.bad-response',
    message: /truncated after 40 bytes/,
    reads: 4,
  },
}

// A write without a key, which is sent once whatever happens.
const write = ['POST', '/warehouses', '--data', '{"name":"North"}', '--yes', '--region', 'de']

describe('a response that is not from the platform', () => {
  it.each(Object.entries(cases))('%s: a read fails with its cause and no advice on the token', async (_, expected) => {
    const { context, fail, seen } = await makeLive()
    fail(expected.fault, { path: '/orders' })

    const { error } = await runCommand(CallOrdersList, ['--region', 'de'], context())

    expect(error).toMatchObject({ code: expected.code, message: expect.stringMatching(expected.message) })
    expect(seen.filter(({ target }) => target.includes('/orders'))).toHaveLength(expected.reads)
    expect(adviceOf(error)).not.toMatch(/app install|--reinstall|app register|next=secret/)
  })

  it.each(Object.entries(cases).filter(([name]) => name !== 'JSON that is cut off'))(
    '%s: a write is sent once and fails with its cause',
    async (_, expected) => {
      const { context, fail, writes } = await makeLive('access = "write"\n')
      fail(expected.fault, { path: '/warehouses' })

      const { error } = await runCommand(CallRaw, write, context())

      expect(error).toMatchObject({ code: expected.code, message: expect.stringMatching(expected.message) })
      expect(writes()).toBe(1)
      expect(adviceOf(error)).not.toMatch(/app install|--reinstall|app register/)
    },
  )

  it.each([
    ['order-costs put', CallOrderCostsPut, ['41', '--data', '{"externalRef":"c1","costType":"fee","amount":1}']],
    ['order-costs delete', CallOrderCostsDelete, ['41', 'c1']],
    ['raw', CallRaw, write.slice(0, 4)],
  ] as const)(
    'a network sign-in page with status 200 does not count as a successful write: %s',
    async (_, Class, argv) => {
      const { context, fail } = await makeLive('access = "write"\n')
      fail(faults.signInPage)

      const { error, stdout } = await runCommand(Class, [...argv, '--yes', '--region', 'de'], context())

      expect(error).toMatchObject({ code: 'api.bad-response', message: expect.stringContaining('instead of') })
      expect(adviceOf(error)).toMatch(/may have completed|network's sign-in page/)
      expect(stdout).toBe('')
    },
  )

  it("a proxy's 407 suggests the variable for user name and password", async () => {
    const { context, fail } = await makeLive()
    fail(faults.proxy407, { path: '/orders' })

    const { error } = await runCommand(CallOrdersList, ['--region', 'de'], context())

    expect(adviceOf(error)).toContain('Set HTTPS_PROXY to a URL with a user name and password')
  })

  it('a read succeeds after one truncated response', async () => {
    const { makeDeveloper, fail, seen } = await makeStandIn()
    const developer = await makeDeveloper()
    await developer.install()
    fail(faults.truncated(60), { times: 1, path: '/orders' })

    const { exit, stderr } = await runCommand(CallOrdersList, [], developer.context())

    expect([exit, stderr]).toEqual([0, expect.stringContaining('the response was truncated')])
    expect(seen.filter(({ target }) => target.includes('/orders'))).toHaveLength(2)
  })

  it('a JSON error from the platform still includes advice on the token', async () => {
    const { context, fail } = await makeLive()
    fail(() => ({ status: 401, body: '{"success":false,"message":"Unauthorized"}' }), { path: '/orders' })

    const { error } = await runCommand(CallOrdersList, ['--region', 'de'], context())

    expect(error).toMatchObject({ code: 'api.unauthorized' })
  })
})

describe('an exchange whose response is not from the platform', () => {
  it.each([
    ["a firewall's 403", faults.firewall403, 'net.intercepted', /\(403, .*cloudflare/],
    ["a firewall's 401", faults.firewall401, 'net.intercepted', /\(401, .*BigIP/],
    [
      "a gateway's 502",
      faults.badGateway,
      'install.response-lost',
      /a gateway returned 502 with \d+ bytes of text\/html/,
    ],
    [
      'a sign-in page',
      faults.signInPage,
      'install.response-lost',
      /not from the platform's API \(\d+ bytes of text\/html/,
    ],
    ['JSON that is cut off', faults.truncated(50), 'install.response-lost', /truncated after 50 bytes/],
    ['a redirect', faults.redirectTo('https://login.example/'), 'net.redirected', /to https:\/\/login\.example/],
  ] as const)('%s: the code is sent once, and the error does not blame the secret', async (_, fault, code, message) => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    live.fail(fault, { path: '/oauth/token' })

    const { error } = await developer.install()

    expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(live.arrived()).toBe(1)
    expect(adviceOf(error)).not.toMatch(/rotated|other app/)
  })
})

function adviceOf(error: Error | undefined): string {
  return (error as AppError | undefined)?.suggestions.join(' ') ?? ''
}
