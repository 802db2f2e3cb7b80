import { writeFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { atPort } from '../../src/dev/ports/project-port.ts'
import { followPort } from '../../src/dev/ports/redirect-address.ts'
import { openProjectInUse } from '../../src/dev/project-in-use.ts'
import { loadProject } from '../../src/project/app-toml.ts'
import { makeProject } from '../support/project.ts'

const toml = (name: string, more = '') =>
  `key = "app.acme.loyalty"\nname = "${name}"\nredirect_uris = ["http://127.0.0.1:3000/cb"]\n[dev]\nport = 3000\n${more}`

it('with the app on another port than in app.toml, reports only the edited keys and no moved address', () => {
  const { cwd, file } = makeProject({ appToml: toml('Loyalty') })
  const inUse = openProjectInUse(loadProject({ cwd }))
  inUse.use(followPort(atPort(inUse.now(), 3200)).project)

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

it('a rejected change is reported again', () => {
  const { cwd, file } = makeProject({ appToml: toml('Loyalty') })
  const inUse = openProjectInUse(loadProject({ cwd }))

  writeFileSync(file, toml('Points'))
  inUse.read()

  expect(inUse.read().changed).toEqual(['name'])
})
