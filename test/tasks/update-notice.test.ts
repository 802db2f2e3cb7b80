import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { reportOfUpdate } from '../../src/tasks/update-notice.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-22T12:00:00Z')

/** A home with a npm in PATH that notes how it was asked and answers so. */
function makeHome(answer = '"0.2.0"') {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-update-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  const log = join(home, 'asked.txt')
  const cache = join(home, '.cache', 'svcapp', 'update.json')
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(join(home, 'answer'), answer)
  writeFileSync(join(home, 'npm'), `#!/bin/sh\n{ echo "$PWD $*"; env; } >> '${log}'\ncat '${join(home, 'answer')}'\n`)
  chmodSync(join(home, 'npm'), 0o755)
  const lines: string[] = []
  const env = { HOME: home, PATH: `${home}${delimiter}${process.env['PATH']}` }
  const tell = (now: number, more: Record<string, string> = {}) =>
    reportOfUpdate({
      env: { ...env, ...more },
      now,
      name: 'svcapp',
      version: '0.1.0',
      nodePath: process.execPath,
      write: (line) => lines.push(line),
    })
  const asked = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  const known = () => (existsSync(cache) ? (JSON.parse(readFileSync(cache, 'utf8')) as Record<string, unknown>) : {})
  return { home, cache, lines, tell, asked, known }
}

describe('the update notice', () => {
  it('queries npm once a day in the background, and shows a known update once a day', async () => {
    const { tell, lines, asked, known, home } = makeHome()

    tell(NOW, { SVCAPP_TOKEN: 'secret', NODE_OPTIONS: '--no-warnings' })
    const atOnce = [...lines]
    await expect.poll(() => known()['latest']).toBe('0.2.0')
    tell(NOW + 1000)
    tell(NOW + 2000)

    expect(atOnce).toEqual([])
    expect(lines).toEqual([
      expect.stringContaining('svcapp 0.2.0 is available (you have 0.1.0): npm install -g svcapp'),
    ])
    expect(asked().match(/^.* view svcapp version --json$/gm)).toEqual([`${home} view svcapp version --json`])
    expect(asked()).not.toMatch(/SVCAPP_|NODE_OPTIONS/)
    tell(NOW + DAY_MS + 2000)
    expect(lines).toHaveLength(2)
  })

  it.each([
    [{ HTTPS_PROXY: 'http://p:1', ALL_PROXY: 'http://q:2' }, ['HTTPS_PROXY=http://p:1']],
    [{ https_proxy: 'http://p:1' }, ['https_proxy=http://p:1']],
    [{ ALL_PROXY: 'http://q:2' }, ['https_proxy=http://q:2']],
    [{ all_proxy: 'http://q:2' }, ['https_proxy=http://q:2']],
  ])('passes the proxy %j to npm, which does not read ALL_PROXY', async (env: Record<string, string>, expected) => {
    const { tell, asked, known } = makeHome()

    tell(NOW, env)
    await expect.poll(() => known()['latest']).toBe('0.2.0')

    expect(asked().match(/^https_proxy=.*$/gim)).toEqual(expected)
  })

  it.each([[{ SVCAPP_UPDATE_CHECK: '0' }], [{ NO_UPDATE_NOTIFIER: '1' }], [{ DO_NOT_TRACK: '1' }], [{ CI: 'true' }]])(
    '%j turns it off, so that nothing is requested, shown or written',
    async (env) => {
      const { tell, lines, asked, cache } = makeHome()

      tell(NOW, env)
      await new Promise((resolve) => void setTimeout(resolve, 300))

      expect([lines, asked(), existsSync(cache)]).toEqual([[], '', false])
    },
  )

  it.each([
    ['an older one', '"0.0.9"'],
    ['the same', '"0.1.0"'],
    ['no version', '"\\u001b]0;x"'],
    ['a list', '["9.9.9"]'],
    ['no JSON', 'npm error code E404'],
    ['nothing', ''],
  ])('is silent if npm responds with %s', async (_what, answer) => {
    const { tell, lines, asked, known } = makeHome(answer)

    tell(NOW)
    await expect.poll(asked).toContain('view svcapp')
    await new Promise((resolve) => void setTimeout(resolve, 200))
    tell(NOW + 1000)

    expect(lines).toEqual([])
    expect(known()).toMatchObject({ checkedAt: NOW })
  })

  it.each([
    ['no cache folder', (home: string) => rmSync(join(home, '.cache'), { recursive: true })],
    ['a cache that is not JSON', (home: string) => writeFileSync(join(home, '.cache/svcapp/update.json'), 'x')],
    ['a folder in its place', (home: string) => mkdirSync(join(home, '.cache/svcapp/update.json'))],
    ['no npm', (home: string) => rmSync(join(home, 'npm'))],
  ])('throws nothing with %s', (_what, damage) => {
    const { tell, home, lines } = makeHome()
    damage(home)

    tell(NOW, { PATH: home })

    expect(lines).toEqual([])
  })

  it('requires a home directory', () => {
    const lines: string[] = []

    reportOfUpdate({
      env: {},
      now: NOW,
      name: 'svcapp',
      version: '0.1.0',
      nodePath: process.execPath,
      write: (line) => lines.push(line),
    })

    expect(lines).toEqual([])
  })
})
