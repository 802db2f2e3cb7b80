import { expect, it } from 'vitest'

import { followPort, redirectFollower } from '../../../src/dev/ports/redirect-address.ts'
import type { Project } from '../../../src/project/app-toml.ts'

const projectWith = (redirectUri: string, port: number) =>
  ({
    dir: '/p',
    file: '/p/app.toml',
    config: { redirectUris: [redirectUri, 'https://b'], dev: { port } },
  }) as unknown as Project

it.each([
  ['http://127.0.0.1:3000/auth/callback', 'http://127.0.0.1:3200/auth/callback'],
  ['http://localhost:3000/cb?a=1', 'http://localhost:3200/cb?a=1'],
  ['http://[::1]:3000/cb', 'http://[::1]:3200/cb'],
  ['http://localhost/cb', 'http://localhost:3200/cb'],
])('the redirect address %s follows the app port, and the rest of it stays unchanged', (from, to) => {
  const { project, moved } = followPort(projectWith(from, 3200))

  expect(project.config.redirectUris).toEqual([to, 'https://b'])
  expect(moved).toEqual({ from, to })
})

it.each([
  'http://127.0.0.1:3200/cb',
  'https://app.example/cb',
  'https://localhost:3000/cb',
  'http://localhost.example:1/cb',
])('%s stays unchanged', (address) => {
  const before = projectWith(address, 3200)

  expect(followPort(before)).toEqual({ project: before, moved: null })
})

it('uses port 80 for http without a port', () => {
  expect(followPort(projectWith('http://localhost/cb', 80)).moved).toBeNull()
})

it('reports each change to another address, and not after a notice of the moved port', () => {
  const notices: string[] = []
  const used: string[] = []
  const dev = {
    emit: ({ text }: { readonly text: string }) => void notices.push(text),
    useProject: (project: Project) => void used.push(project.config.redirectUris[0] ?? ''),
  }
  const at = (port: number) => projectWith('http://127.0.0.1:3000/cb', port)
  const follow = redirectFollower(dev)

  follow(at(24_765), { isTold: true })
  for (const port of [24_765, 3001, 3001, 3000, 3001]) follow(at(port))

  const notice =
    "redirect_uris[0] in app.toml (http://127.0.0.1:3000/cb) does not use the app's port. The emulator uses http://127.0.0.1:3001/cb while `app dev` runs."
  expect(notices).toEqual([notice, notice])
  expect(used.map((address) => new URL(address).port)).toEqual(['24765', '24765', '3001', '3001', '3000', '3001'])
})
