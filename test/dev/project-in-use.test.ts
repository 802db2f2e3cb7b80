import { writeFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { followPort } from '../../src/dev/ports/redirect-address.ts'
import { openProjectInUse } from '../../src/dev/project-in-use.ts'
import { loadProject } from '../../src/project/app-toml.ts'
import { makeProject } from '../support/project.ts'

const toml = (name: string, more = '') =>
  `key = "app.acme.loyalty"\nname = "${name}"\nredirect_uris = ["http://127.0.0.1:3000/cb"]\n[dev]\nport = 3000\n${more}`

it('with the app on another port than in app.toml, reports only the edited keys and no moved address', () => {
  const { cwd, file } = makeProject({ appToml: toml('Loyalty') })
  const inUse = openProjectInUse(loadProject({ cwd }))
  inUse.use(followPort(inUse.moveTo(3200)).project)

  writeFileSync(file, toml('Points'))
  const first = inUse.read()
  inUse.use(followPort(first.project).project)
  first.accept()
  const second = inUse.read()
  writeFileSync(file, toml('Points', 'install_path = "/start"\n'))
  const third = inUse.read()

  expect(inUse.now().config.redirectUris).toEqual(['http://127.0.0.1:3200/cb'])
  expect(first.project.config.dev.port).toBe(3200)
  expect([first, second, third].map(({ changed }) => changed)).toEqual([['name'], [], ['dev.install_path']])
})

it.each([3000, 3200])('changes dev.port and back, with the app on port %i at the start', (start) => {
  const { cwd, file } = makeProject({ appToml: toml('Loyalty') })
  const inUse = openProjectInUse(loadProject({ cwd }))
  inUse.use(inUse.moveTo(start))

  const ports = [3055, 3000, 3055, 3000].map((port) => {
    writeFileSync(file, toml('Loyalty').replace('port = 3000', `port = ${port}`))
    const { project, changed, accept } = inUse.read()
    inUse.use(project)
    accept()
    return [changed, inUse.now().config.dev.port]
  })

  expect(ports).toEqual([3055, start, 3055, start].map((port) => [['dev.port'], port]))
})

it('moves the app from the port in the accepted app.toml', () => {
  const { cwd, file } = makeProject({ appToml: toml('Loyalty') })
  const inUse = openProjectInUse(loadProject({ cwd }))
  writeFileSync(file, toml('Points').replace('port = 3000', 'port = 3055'))
  inUse.read().accept()

  inUse.use(inUse.moveTo(3200))

  expect(inUse.now().config).toMatchObject({ name: 'Points', dev: { port: 3200 } })
  expect(inUse.read()).toMatchObject({ changed: [], project: { config: { dev: { port: 3200 } } } })
})

it('a rejected change is reported again', () => {
  const { cwd, file } = makeProject({ appToml: toml('Loyalty') })
  const inUse = openProjectInUse(loadProject({ cwd }))

  writeFileSync(file, toml('Points'))
  inUse.read()

  expect(inUse.read().changed).toEqual(['name'])
})
