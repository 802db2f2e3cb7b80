import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import CostsPut from '../../../src/commands/call/order-costs/put.ts'
import OrdersImport from '../../../src/commands/call/orders/import.ts'
import OrdersList from '../../../src/commands/call/orders/list.ts'
import ProductsBulk from '../../../src/commands/call/products/bulk.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import { runCommand } from '../../support/command/command.ts'
import { makePlatform } from '../../support/platform.ts'
import { linesOf, makeCalls } from './support.ts'

const cost = ['7', '--external-ref', 'a', '--cost-type', 'cod_fee', '--amount', '10.10']

describe('--dry-run', () => {
  it('shows method, address, headers with a masked token and the body, and sends nothing (GEN-003)', async () => {
    const { call, calls, token } = await makeCalls()

    const { stdout, stderr, exit } = await call(CostsPut, [...cost, '--region', 'de', '--dry-run'])

    expect(exit).toBe(0)
    const [first, ...lines] = linesOf(stdout)
    expect(first).toMatch(/^PUT http:\/\/127\.0\.0\.1:\d+\/api\/apps\/v1\/orders\/7\/costs$/)
    expect(lines).toEqual([
      'Accept: application/json',
      'Authorization: Bearer ***',
      expect.stringMatching(/^X-Region-Id: \d+$/),
      'Content-Type: application/json',
      '',
      '{"externalRef":"a","costType":"cod_fee","amount":10.10}',
    ])
    expect(stderr).toBe('Nothing was sent.\n')
    expect(calls()).toEqual([])
    expect(token).not.toBe('')
    expect(stdout).not.toContain(token)
  })

  it('is one JSON document with --json, even for several requests', async () => {
    const { call, calls, store } = await makeCalls()

    const { stdout } = await call(OrdersList, ['--region', 'all', '--dry-run', '--json'])

    const { requests } = JSON.parse(stdout) as {
      requests: { method: string; headers: Record<string, string>; body: null }[]
    }
    expect(requests.map(({ method, headers, body }) => [method, headers['X-Region-Id'], body])).toEqual(
      store.store.regions.map(({ id }) => ['GET', String(id), null]),
    )
    expect(calls()).toEqual([])
  })

  it('shows each request of a bulk write', async () => {
    const { call, calls, cwd } = await makeCalls()
    writeFileSync(
      join(cwd, 'rows.json'),
      JSON.stringify(Array.from({ length: 5 }, (_, at) => ({ externalRef: `r${at}` }))),
    )

    const { stdout } = await call(ProductsBulk, [
      '--data',
      '@rows.json',
      '--chunk-size',
      '2',
      '--region',
      'tr',
      '--dry-run',
      '--json',
    ])

    const { requests } = JSON.parse(stdout) as { requests: { body: string }[] }
    expect(requests.map(({ body }) => (JSON.parse(body) as { items: unknown[] }).items.length)).toEqual([2, 2, 1])
    expect(calls()).toEqual([])
  })

  it('needs no token and no prompt, but runs every check', async () => {
    const { call, calls, credentials, key } = await makeCalls()
    await credentials.remove({ ...key, regionId: null })

    const good = await call(OrdersList, ['--region', 'tr', '--dry-run'])
    const bad = await call(OrdersList, ['--region', 'xx', '--dry-run'])
    const wrong = await call(CallRaw, ['GET', '/../x', '--dry-run'])

    expect([good.exit, bad.error?.code, wrong.error?.code]).toEqual([0, 'pin.unknown', 'api.bad-path'])
    expect(calls()).toEqual([])
  })

  it('does not ask the platform for the context of an environment token', async () => {
    const platform = await makePlatform()
    const context = platform.context({ env: { SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: 'svcapp_1_all_x' } })

    const { error } = await runCommand(OrdersList, ['--dry-run'], context)

    expect(error?.code).toBe('install.unknown')
    expect(platform.calls()).toEqual([])
  })
})

describe('--curl', () => {
  const hostile = `it's "$(touch pwned)" \`id\` \\ \n ü !x`

  it('prints a command that reads the token from the environment (GEN-003)', async () => {
    const { call, calls, token } = await makeCalls()

    const { stdout } = await call(OrdersList, ['--region', 'tr', '--status', 'a b&c', '--curl'])

    expect(stdout).toMatch(
      /^curl -sS -X GET -H 'Accept: application\/json' -H "Authorization: Bearer \$SVCAPP_TOKEN" -H 'X-Region-Id: \d+' 'http:\S+\/orders\?status=a\+b%26c'\n$/,
    )
    expect(stdout).not.toContain(token)
    expect(calls()).toEqual([])
  })

  it.each([hostile, `@/etc/passwd ${hostile}`, 'control \u001b[31m'])(
    'is the same request in a POSIX shell for any body: %j',
    async (text) => {
      const { call, cwd } = await makeCalls()
      writeFileSync(join(cwd, 'body.txt'), text)
      const argv = ['POST', '/x', '--region', 'tr', '--data', '@body.txt']
      const { stdout: json } = await call(CallRaw, [...argv, '--dry-run', '--json'])
      const { stdout } = await call(CallRaw, [...argv, '--curl'])

      // In the place of curl a program that prints its words and its stdin, each ended by a NUL.
      const script = `curl() { printf '%s\\0' "$@"; case " $* " in *' @- '*) cat; printf '\\0';; esac; }\n${stdout}`
      const words = execFileSync('/bin/sh', ['-c', script], { cwd, env: { SVCAPP_TOKEN: 'the "token" $x' } })
        .toString()
        .split('\0')

      const [request] = (JSON.parse(json) as { requests: { url: string; body: string }[] }).requests
      expect(existsSync(join(cwd, 'pwned'))).toBe(false)
      expect(request?.body).toBe(text)
      expect(stdout).not.toContain('\u001b')
      expect(words).toContain('Authorization: Bearer the "token" $x')
      expect(words).toContain(request?.url)
      expect(words).toContain(text)
    },
  )

  it('is a list of commands with --json', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, ['--region', 'all', '--curl', '--json'])

    const { commands } = JSON.parse(stdout) as { commands: string[] }
    expect(commands).toHaveLength(3)
    expect(commands.every((command) => command.startsWith('curl '))).toBe(true)
  })

  it('checks the body as the call would', async () => {
    const { call } = await makeCalls()

    const { error } = await call(OrdersImport, ['--data', '{}', '--region', 'tr', '--curl'])

    expect(error?.code).toBe('usage.invalid')
  })
})
