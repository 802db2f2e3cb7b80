import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { reach } from '../../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../../support/dev/dev-project.ts'
import { makeConnectProxy } from '../../support/live/connect-proxy.ts'
import { faults } from '../../support/live/faults.ts'
import { forwardTo } from '../../support/live/front.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { program } from '../../support/program.ts'
import { runCli } from '../../support/run-cli.ts'

interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A text for stdin, or the line that follows from an address on the screen. */
type Feed = string | ((address: URL) => Promise<string>)

/** One command of the real program with `--target live`. */
async function onLive({ dir, env, atEnd }: DevProject, words: readonly string[], feed: Feed = ''): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words, '--target', 'live'], { cwd: dir, env })
  atEnd(() => void child.kill('SIGKILL'))
  let [stdout, stderr, isFed] = ['', '', false]
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
    const [address] = /https:\/\/\S+\/admin\/plugins\/install\/\S+\n/.exec(stderr) ?? []
    if (typeof feed === 'string' || isFed || address === undefined) return
    isFed = true
    void feed(new URL(address.trim())).then((line) => child.stdin.end(`${line}\n`))
  })
  if (typeof feed === 'string') child.stdin.end(feed)
  const exit = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { exit, stdout, stderr }
}

/** A developer with an empty machine and an app on disk, and the platform with the app's registration in its console. */
async function makeFirstDay() {
  const port = await freePort()
  const gateway = forwardTo(`http://127.0.0.1:${port}`)
  const live = await makeStandIn({ registration: { requested_scopes: ['orders.read'] }, own: gateway })
  const { own } = live.origins
  const project = await makeDevProject()
  Object.assign(project.env, live.env, {
    SVCAPP_CREDENTIALS: 'file',
    SVCAPP_PASSPHRASE: 'a passphrase for tests',
    SVCAPP_CLIENT_SECRET: '',
    SVCAPP_SIGNING_SECRET: '',
    BROWSER: 'none',
  })
  const inConsole = (fields = {}) =>
    live.hands.registerApp({
      requested_scopes: ['orders.read'],
      webhook_topics: ['order.created'],
      webhook_url: `${own}/webhooks`,
      redirect_uris: [`${own}/auth/callback`],
      ...fields,
    })
  return { live, own, port, project, inConsole }
}

it('first day on live: configuration, install, deliveries, rotation, store-wide install, payment, a bad gateway', async () => {
  const { live, own, port, project, inConsole } = await makeFirstDay()
  const { api, admin } = live.origins
  const app = (words: readonly string[], feed?: Feed) => onLive(project, words, feed)

  // The first configuration: one command writes [targets.live] and lists the fields of the console.
  project.replace('[dev]', `[targets.live]\ntunnel_url = "${own}"\n[dev]`)
  const addresses = ['--base-url', api, '--admin-url', admin, '--client-id', live.app.secrets.client_id]
  const registered = await app(['register', ...addresses])
  expect([registered.exit, registered.stdout]).toEqual([0, expect.stringContaining(`${own}/webhooks`)])
  await inConsole()
  for (const [kind, secret] of [
    ['client', live.app.secrets.client_secret],
    ['signing', live.app.secrets.webhook_signing_secret],
  ] as const) {
    expect(await app(['secret', 'set', kind], `${secret}\n`)).toMatchObject({ exit: 0 })
  }

  // The owner installs through the app; a real order arrives as a verified delivery.
  const ports = ['--port', String(port), '--outbound-port', '0', '--inspector-port', '0']
  const run = runCli(project, ['dev', '--target', 'live', '--yes', '--json', '--no-published', ...ports])
  await reach(run, 'install-address')
  const begun = await fetch(`${own}/auth/start`, { redirect: 'manual' })
  const back = await live.approve(new URL(begun.headers.get('location') ?? ''))
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const returned = await fetch(back, { headers: { Cookie: cookie }, redirect: 'manual' })
  expect([returned.status, back.origin]).toEqual([200, own])
  expect(await reach(run, 'verified')).toMatchObject({ storeCode: 'demo', problem: null })
  const order = () => live.hands.control('POST', '/stores/demo/orders', {})
  await order()
  expect(await reach(run, 'delivery')).toMatchObject({ topic: 'order.created', status: 200, outcome: 'forwarded' })
  expect(project.seen()).toHaveLength(1)

  // The signing secret is rotated in the console: the next delivery fails, and the advice replaces the stored secret while `app dev` runs.
  const { secret } = await live.hands.control<{ secret: string }>('POST', `/apps/${live.app.appKey}/rotate`, {
    which: 'webhook_signing_secret',
  })
  await order()
  expect(await reach(run, 'rejected')).toMatchObject({ reason: 'signature-mismatch' })
  const why = await app(['webhook', 'why', 'order.created'])
  expect(why.stdout).toContain('app secret set signing --target live')
  expect(await app(['secret', 'set', 'signing'], `${secret}\n`)).toMatchObject({ exit: 0 })
  await order()
  await expect.poll(() => project.seen().length).toBeGreaterThan(1)
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(130)

  // The app moves to a store-wide install; without `app dev`, the address comes back by stdin.
  await live.hands.control('POST', `/stores/demo/apps/${live.app.appKey}/uninstall`, {})
  await inConsole({ install_scope: 'store' })
  project.replace('[scopes]', 'install_scope = "store"\n[scopes]')
  const installed = await app(['install', '--paste', '--yes'], async (address) => (await live.approve(address)).href)
  expect([installed.exit, installed.stdout]).toEqual([0, expect.stringContaining('all')])
  expect(await app(['call', 'orders', 'list', '--region', 'tr'])).toMatchObject({ exit: 0 })

  // A bad gateway is retried.
  live.fail(faults.badGateway, { times: 1, path: '/orders' })
  expect(await app(['call', 'orders', 'list', '--region', 'tr'])).toMatchObject({ exit: 0 })

  // A proxy is taken from the environment, and never from the project's `.env`.
  const proxy = await makeConnectProxy()
  writeFileSync(
    join(project.dir, '.env'),
    `HTTPS_PROXY=${proxy.url}\nhttps_proxy=${proxy.url}\nALL_PROXY=${proxy.url}\n`,
  )
  expect(await app(['context'])).toMatchObject({ exit: 0 })
  expect(proxy.asked).toEqual([])
  project.env['https_proxy'] = proxy.url
  expect(await app(['context'])).toMatchObject({ exit: 0 })
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(api).host]))

  // The payment is pending.
  await live.hands.control('POST', `/stores/demo/apps/${live.app.appKey}/plan`, { plan: 'paid-pending' })
  const pending = await app(['context'])
  expect([pending.exit, pending.stderr]).toEqual([6, expect.stringContaining('api.payment-pending')])
  const unpaid = await app(['webhook', 'why', 'order.created'])
  expect(unpaid.stdout).toMatch(/✗ payment|broken\tpayment/)

  const said = run.stdout() + run.stderr() + installed.stdout + installed.stderr + why.stdout
  for (const one of [live.app.secrets.client_secret, live.app.secrets.webhook_signing_secret, secret])
    expect(said).not.toContain(one)
})
