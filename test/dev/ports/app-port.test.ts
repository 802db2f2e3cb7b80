import { expect, it } from 'vitest'

import { named, reach } from '../../support/dev/dev-events.ts'
import { makeDevProject } from '../../support/dev/dev-project.ts'
import { freePorts, runTunnelled } from '../../support/run-cli.ts'

it('app dev moves the app again if a program occupies its port between choice and start', async () => {
  const project = await makeDevProject()
  const env = { ...project.env, TAKEN_LATER: String(project.port) }

  const argv = ['--approve', '--once', '--yes', '--ndjson', ...freePorts]
  const run = runTunnelled({ ...project, env }, argv, { folder: project.dir })
  const exit = await run.ended

  expect(exit, run.stdout()).toBe(0)
  const { app } = await reach(run, 'ready')
  const moved = new URL(String(app)).port
  expect(moved).not.toBe(String(project.port))
  const texts = named(run, 'notice').map(({ text }) => text)
  expect(texts).toContain(`Port ${project.port} is in use. Using ${moved}.`)
  // The redirect address and the deliveries follow.
  expect(await reach(run, 'delivery')).toMatchObject({ status: 200 })
  expect(project.seen()).toHaveLength(1)
})
