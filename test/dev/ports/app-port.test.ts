import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

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

it('app dev moves the app once if a program occupies its port while the app boots', async () => {
  const project = await makeDevProject()
  const wait = `while (!existsSync('go')) await new Promise((go) => setTimeout(go, 20))`
  project.edit((text) => `import { existsSync } from 'node:fs'\n${wait}\n${text}`)
  const argv = ['--approve', '--once', '--yes', '--ndjson', ...freePorts]
  const run = runTunnelled(project, argv, { folder: project.dir })
  await reach(run, 'app-started')
  const other = createServer().listen(project.port, '127.0.0.1')
  project.atEnd(() => void other.close())
  await once(other, 'listening')
  writeFileSync(join(project.dir, 'go'), '')
  const exit = await run.ended

  expect(exit, run.stdout()).toBe(0)
  const moved = new URL(String((await reach(run, 'ready'))['app'])).port
  expect(moved).not.toBe(String(project.port))
  expect(named(run, 'notice').map(({ text }) => text)).toContain(`Port ${project.port} is in use. Using ${moved}.`)
  expect(named(run, 'app-started')).toHaveLength(2)
  expect(project.seen()).toHaveLength(1)
})
