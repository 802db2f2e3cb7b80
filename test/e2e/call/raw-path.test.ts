import { describe, expect, it } from 'vitest'

import { failureOf } from '../support/machine.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'

const platform = usePlatform()

let one: Promise<OpenProject> | undefined

/** For tests that change nothing. */
function shared(): Promise<OpenProject> {
  one ??= platform().installedProject()
  return one
}

describe('app call raw', () => {
  it.each([
    '../oauth/token',
    '/../oauth/token',
    '/orders/../../oauth/token',
    '/orders/%2e%2e/%2E%2e/oauth/token',
    '//evil.example/x',
    '/\\evil.example/x',
    'https://evil.example/api/apps/v1/orders',
    '/orders%2f..%2f..',
    '/orders#x',
  ])('rejects %s with exit code 2 and sends no request (T33)', async (path) => {
    const project = await shared()
    const before = await platform().requests(project.key)

    const refused = failureOf(await project.run(['call', 'raw', 'GET', path, '--json']))

    expect(refused).toMatchObject({ exit: 2, code: 'api.bad-path' })
    expect(await platform().requests(project.key)).toEqual(before)
  })

  it('prints the body for a valid path byte for byte', async () => {
    const project = await shared()
    const { token } = await project.ok<{ token: string }>(['token', 'show', '--reveal'])

    const raw = await project.run(['call', 'raw', 'GET', '/orders', '--query', 'status=paid', '--json'])
    const answer = await fetch(`${platform().urls.api}/api/apps/v1/orders?status=paid`, {
      headers: { Authorization: `Bearer ${token}` },
    })

    expect(raw.exit).toBe(0)
    expect(raw.bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
  })
})
