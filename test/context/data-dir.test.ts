import { expect, it } from 'vitest'

import { dataDir } from '../../src/context/data-dir.ts'

const place = (env: Record<string, string>, userHome = () => '/home/of-system') =>
  dataDir({ env, platform: 'linux', userHome })

it.each([
  [{ HOME: '/home/me' }, '/home/me/.local/share/svcapp'],
  [{ HOME: '/home/me', XDG_DATA_HOME: '/data' }, '/data/svcapp'],
  [{}, '/home/of-system/.local/share/svcapp'],
])('%j stores state in %s', (env, expected) => {
  expect(place(env as Record<string, string>)).toBe(expected)
})

it.each([[{ HOME: '' }], [{ HOME: 'home' }], [{ HOME: '', XDG_DATA_HOME: 'data' }]])(
  '%j stores no state in the current folder (T17)',
  (env) => {
    expect(place(env as Record<string, string>)).toBe('/home/of-system/.local/share/svcapp')
  },
)

it.each([
  () => '',
  () => {
    throw new Error('no such user')
  },
])('returns a folder that does not exist for a user without a home', (userHome) => {
  expect(place({ HOME: '' }, userHome)).toBe('/nonexistent/.local/share/svcapp')
})
