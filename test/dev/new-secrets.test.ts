import { expect, it } from 'vitest'

import { ok } from '../support/dev/background-session.ts'
import { named, reach } from '../support/dev/dev-events.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { freePorts, runCli } from '../support/run-cli.ts'

it('uses secrets replaced while app dev runs for the next delivery and the next install', async () => {
  const project = await makeDevProject()
  const run = runCli(project, ['dev', '--approve', '--yes', '--ndjson', ...freePorts])
  await reach(run, 'installed')

  await ok(project, ['secret', 'rotate', '--json'])
  await reach(run, 'app-listening', 2)
  await ok(project, ['emulator', 'order', 'place', '--json'])
  const delivery = await reach(run, 'delivery')
  await ok(project, ['install', '--approve', '--yes', '--json'])
  await reach(run, 'installed', 2)
  run.child.kill('SIGINT')
  await run.ended

  expect(delivery).toMatchObject({ topic: 'order.created', status: 200 })
  expect(project.seen()).toHaveLength(1)
  expect(named(run, 'rejected')).toEqual([])
  expect(named(run, 'notice').map(({ text }) => text)).toContain(
    "The app's secrets were replaced. The app restarts with the new secrets.",
  )
})

it('replaces secrets that a loaded snapshot does not have while app dev runs', async () => {
  const project = await makeDevProject()
  const run = runCli(project, ['dev', '--approve', '--yes', '--ndjson', ...freePorts])
  await reach(run, 'installed')

  await ok(project, ['emulator', 'snapshot', 'save', 'before', '--json'])
  await ok(project, ['secret', 'rotate', '--json'])
  await reach(run, 'app-listening', 2)
  await ok(project, ['emulator', 'snapshot', 'load', 'before', '--yes', '--json'])
  await reach(run, 'app-listening', 3)
  await ok(project, ['emulator', 'order', 'place', '--json'])
  const delivery = await reach(run, 'delivery')
  await ok(project, ['install', '--approve', '--yes', '--json'])
  await reach(run, 'installed', 2)
  run.child.kill('SIGINT')
  await run.ended

  expect(delivery).toMatchObject({ topic: 'order.created', status: 200 })
  expect(named(run, 'notice').map(({ text }) => text)).toContainEqual(
    expect.stringContaining('did not match the loaded snapshot, so the emulator created a new one'),
  )
})

it('does not blame a live secret in the environment for a wrong signature on the emulator (T25)', async () => {
  const project = await makeDevProject()
  const env = { ...project.env, SVCAPP_SIGNING_SECRET: '51'.repeat(32) }
  const run = runCli({ ...project, env }, ['dev', '--approve', '--yes', '--ndjson', ...freePorts])
  const { webhooks } = await reach(run, 'ready')

  await fetch(String(webhooks), {
    method: 'POST',
    headers: {
      'X-Service-Topic': 'order.paid',
      'X-Service-Store': '1001',
      'X-Service-Timestamp': String(Math.floor(Date.now() / 1000)),
      'X-Service-Hmac-Sha256': '0'.repeat(64),
    },
    body: '{}',
  })
  const { hint } = await reach(run, 'rejected')
  run.child.kill('SIGINT')
  await run.ended

  expect(hint).toBe(
    'Wrong secret, or the body was changed in transit. If the signing secret was rotated, run `app secret rotate signing`.',
  )
})
