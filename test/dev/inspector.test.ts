import { expect, it } from 'vitest'

import type { About, TimelineAnswer } from '../../src/inspector/api.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { freePorts, runCli, type DevRun } from '../support/run-cli.ts'

const stays = ['dev', '--approve', '--yes', '--ndjson', ...freePorts]

const find = (run: DevRun, name: string) => run.events().find(({ event }) => event === name) ?? {}

async function installed(run: DevRun): Promise<void> {
  await expect.poll(() => run.events().map(({ event }) => event)).toContain('installed')
}

it('app dev serves an inspector with its own calls and events and working replay, until the session ends (T13)', async () => {
  const project = await makeDevProject()
  const run = runCli(project, stays)
  await installed(run)
  const [base = '', token = ''] = String(find(run, 'ready')['inspector']).split('/#token=')
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(base + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })
    expect(response.status).toBe(200)
    return response.json()
  }

  const { pages } = (await ask('/api/about')) as About
  const { app, admin, portal, storefront } = find(run, 'ready')
  const opened = (site: unknown) => expect.stringMatching(new RegExp(`^${String(site)}/open#key=[\\w-]{22}`)) as string
  expect(pages).toEqual([
    { name: 'App', url: app },
    { name: 'Store admin', url: opened(admin) },
    { name: 'Storefront', url: storefront },
    { name: 'Portal', url: opened(portal) },
    { name: 'Data', url: opened(portal) },
  ])

  expect(await ask('/api/trigger', { topic: 'order.created', set: ['data.status=by hand'] })).toMatchObject({
    status: 200,
  })
  await expect.poll(project.seen).toHaveLength(1)
  const { entries } = (await ask('/api/timeline')) as TimelineAnswer
  const delivery = entries.find(({ kind }) => kind === 'delivery')
  expect(await ask(`/api/deliveries/${delivery?.id}/replay`, {})).toMatchObject({ status: 200, accepted: true })

  // By the gateway: it was verified, has its row and was shown.
  expect(delivery).toMatchObject({ topic: 'order.created', state: 'delivered', status: 200, mark: 'first' })
  expect(find(run, 'delivery')).toMatchObject({ topic: 'order.created', outcome: 'forwarded', status: 200 })
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['delivery', 'call', 'install']))
  expect(project.seen()).toHaveLength(2)
  await expect
    .poll(() => find(run, 'attempt'))
    .toMatchObject({ deliveryId: delivery?.id, status: 200, state: 'delivered' })
  expect((await fetch(`${base}/api/timeline`)).status).toBe(401)
  const { gateway } = find(run, 'ready')
  // T13: the public side leads to the app, and to nothing of the inspector.
  for (const path of ['/api/timeline', '/main.js', '/']) {
    expect(await (await fetch(String(gateway) + path)).text()).toBe('page of the app')
  }
  expect((await fetch(`${String(gateway)}/__inspector`)).status).toBe(404)
  const ticket = runCli(project, ['open', 'inspector', '--json'])
  expect([await ticket.ended, JSON.parse(ticket.stdout())]).toMatchObject([
    0,
    { url: expect.stringMatching(new RegExp(`^${base}/#ticket=[\\w-]{32}$`)) as string, singleUse: true },
  ])
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(130)
  await expect(fetch(base)).rejects.toThrow('fetch failed')
  const after = runCli(project, ['open', 'inspector'])
  expect([await after.ended, after.stderr()]).toEqual([8, expect.stringContaining('app dev')])
})

it('app dev --no-inspector starts none', async () => {
  const project = await makeDevProject()
  const run = runCli(project, [...stays, '--no-inspector'])
  await installed(run)

  expect(find(run, 'ready')).toMatchObject({ event: 'ready', inspector: null })
})
