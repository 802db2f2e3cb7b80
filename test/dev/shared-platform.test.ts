import { expect, it } from 'vitest'

import { logsOf, ok, start } from '../support/dev/background-session.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { runCli, type RunFolder } from '../support/run-cli.ts'

it('the second app dev keeps a named platform running after the first one stops', async () => {
  const [first, second] = [await makeDevProject(), await makeDevProject()]
  second.replace('app.acme.loyalty', 'app.acme.bonus')
  const shared = { SVCAPP_HOME: first.home, SVCAPP_PLATFORM: 'shared' }
  const one = { ...first, env: { ...first.env, ...shared } }
  // Which platform is meant is known without the variable, from what runs here.
  const two = { ...second, env: { ...second.env, SVCAPP_HOME: first.home } }
  const a = await start(one)
  const b = await start({ ...two, env: { ...two.env, ...shared } })
  const continued = async () =>
    (await logsOf(two)).filter(({ event, mode }) => event === 'emulator' && mode === 'continued')

  await ok(one, ['dev', 'stop', '--json'])
  await expect.poll(continued).toMatchObject([{ platform: 'shared' }])
  await ok(two, ['emulator', 'order', 'place', '--json'])
  await expect.poll(() => second.seen().length).toBe(1)
  const stop = runCli(two, ['emulator', 'stop', '--json'])
  const refused = [await stop.ended, stop.events()]
  const status = (project: RunFolder) => ok(project, ['dev', 'status', '--json'])
  // A session has two seconds to respond to the question for its health.
  await expect.poll(async () => (await status(two)).state).toBe('ready')
  const { admin } = await status(two)
  const again = await start(one)
  await ok(two, ['dev', 'stop', '--json'])
  await expect.poll(async () => (await status(one)).state).toBe('ready')
  await ok(one, ['dev', 'stop', '--json'])
  const { platforms } = await ok<{ platforms: readonly { name: string; running: unknown }[] }>(one, [
    'emulator',
    'list',
    '--json',
  ])

  expect([a.admin, b.admin, again.admin, admin]).toEqual(Array(4).fill(a.admin))
  const told = (await logsOf(two)).map(({ event }) => event)

  expect(told).not.toContain('emulator-stopped')
  expect(refused).toMatchObject([2, [{ error: { code: 'emulator.conflict', hint: 'app dev stop' } }]])
  expect(platforms.filter(({ running }) => running !== null)).toEqual([])
})
