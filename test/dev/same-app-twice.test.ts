import { expect, it } from 'vitest'

import { ok, start, type Running } from '../support/dev/background-session.ts'
import { logsOf } from '../support/dev/background-session.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { runCli } from '../support/run-cli.ts'

it('in two folders of one app on a shared platform, the second takes over deliveries and token, then returns them', async () => {
  const [first, other] = [await makeDevProject(), await makeDevProject()]
  const shared = { SVCAPP_HOME: first.home, SVCAPP_PLATFORM: 'shared' }
  const [one, two] = [first, other].map((project) => ({ ...project, env: { ...project.env, ...shared } }))
  if (one === undefined || two === undefined) throw new Error('There are two.')
  const emulator = runCli(one, ['emulator', 'start', '--port', '0', '--json'])
  await expect.poll(() => emulator.stdout()).toContain('ready')
  const address = async () => {
    const { webhook_url: url } = await ok<{ webhook_url: string }>(one, ['emulator', 'app', 'show', '--json'])
    return new URL(url).origin
  }
  const events = async (project: typeof one, name: string) =>
    (await logsOf(project)).filter(({ event }) => event === name)

  const [a, b]: Running[] = [await start(one), await start(two)]
  const ofBoth = await address()
  await expect.poll(() => events(one, 'token-invalid')).toHaveLength(1)
  await ok(one, ['dev', 'stop', '--json'])
  const ofSecond = await address()
  await ok(two, ['emulator', 'order', 'place', '--json'])
  await expect.poll(() => other.seen().length).toBe(1)
  const again = await start(one)
  const ofThird = await address()
  await ok(one, ['dev', 'stop', '--json'])
  const handedBack = await address()
  await ok(two, ['dev', 'stop', '--json'])

  expect(first.seen()).toEqual([])
  expect([ofBoth, ofSecond, ofThird, handedBack]).toEqual([b?.gateway, b?.gateway, again.gateway, b?.gateway])
  expect(await address()).not.toBe(a?.gateway)
  expect(await events(two, 'notice')).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining(`in ${first.dir} runs the same app`) }),
  )
  expect(await events(two, 'installed')).toMatchObject([{ alreadyInstalled: false }])
})
