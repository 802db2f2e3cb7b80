import { describe, expect, it } from 'vitest'

import Portal from '../../src/commands/portal.ts'
import { runCommand } from '../support/command/command.ts'
import { makeProject } from '../support/project.ts'

describe('app portal', () => {
  it('opens the portal in the browser with a single-use address', async () => {
    const opened: string[] = []
    const { context, emulator, urls } = makeProject({ openBrowser: async (url) => opened.push(url) > 0 })

    const { stdout, stderr, exit } = await runCommand(Portal, [], context)

    expect([exit, opened]).toEqual([0, [stdout.trim()]])
    expect(stderr).toContain('Opened the developer portal in the browser')
    const entered = await emulator.fetch(new Request(stdout.trim()))
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const page = await emulator.fetch(new Request(`${urls.portal}/`, { headers: { Cookie: cookie } }))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Test stores')])
    const again = await emulator.fetch(new Request(stdout.trim()))
    expect([again.status, await again.text()]).toEqual([
      403,
      expect.stringContaining('Run <code>app portal</code> for a new one.'),
    ])
  })

  it('is suggested by the page for visitors without access', async () => {
    const { emulator, urls } = makeProject()

    const page = await emulator.fetch(new Request(`${urls.portal}/`))

    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('Run <code>app portal</code>')])
  })

  it.each([['--no-open'], ['--json']])('leaves the single-use address unused with %s', async (flag) => {
    const opened: string[] = []
    const { context } = makeProject({ openBrowser: async (url) => opened.push(url) > 0 })

    const { exit, result, stderr } = await runCommand(Portal, [flag], context)

    expect([exit, opened]).toEqual([0, []])
    expect(result).toMatchObject({ page: 'portal', singleUse: true, opened: false })
    expect(stderr).toContain('works once')
  })

  it('needs no project', async () => {
    const { context } = makeProject({ appToml: null })

    expect((await runCommand(Portal, ['--no-open'], context)).exit).toBe(0)
  })

  it('suggests the commands that start the emulator if none is running', async () => {
    const { error, exit } = await runCommand(Portal, [])

    expect([error?.code, exit]).toEqual(['emulator.not-running', 8])
    expect(JSON.stringify(error)).toContain('app emulator start')
  })

  it('does not exist on the live platform', async () => {
    const { context } = makeProject()

    const { error, exit } = await runCommand(Portal, ['--target', 'live'], context)

    expect([error?.code, exit]).toEqual(['usage.invalid', 2])
  })
})
