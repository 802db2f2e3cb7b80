import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it, onTestFinished, vi } from 'vitest'

import { openBrowser } from '../../src/context/browser.ts'

/** A browser that writes down its argument. */
function makeBrowser() {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-browser-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const opened = join(home, 'opened')
  const program = join(home, 'browser')
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`)
  chmodSync(program, 0o755)
  // The program that opens addresses on Linux starts the one that BROWSER names.
  vi.stubEnv('BROWSER', program)
  vi.stubEnv('DISPLAY', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const open = async (url: string) => {
    rmSync(opened, { force: true })
    expect(await openBrowser(url, { env: { DISPLAY: ':0' }, home: () => home })).toBe(true)
    await expect.poll(() => existsSync(opened)).toBe(true)
    return readFileSync(opened, 'utf8')
  }
  return { home, open }
}

it.runIf(process.platform === 'linux')(
  'opens a page for this user only in the browser, instead of an address with a ticket (T18)',
  async () => {
    const { home, open } = makeBrowser()
    for (const url of [
      'http://127.0.0.1:4812/#ticket=abc',
      'http://localhost:4801/admin/sign-in?ticket=abc&next=%2Fx',
      'http://127.0.0.1:4802/?ticket=abc',
    ]) {
      const argument = await open(url)

      expect(argument).toMatch(/^file:\/\/.*\.html$/)
      const page = fileURLToPath(argument)
      expect(statSync(page).mode & 0o777).toBe(0o600)
      expect(readFileSync(page, 'utf8')).toContain(`content="0; url=${url.replaceAll('&', '&amp;')}"`)
      expect(page.startsWith(home)).toBe(true)
    }
    expect(await open('http://127.0.0.1:3000/auth/start?shop=demo')).toBe('http://127.0.0.1:3000/auth/start?shop=demo')
  },
)

it.runIf(process.platform === 'linux')('removes the pages of earlier processes', async () => {
  const { home, open } = makeBrowser()
  await open('http://127.0.0.1:4812/#ticket=abc')
  const old = join(home, 'open', '1.html')
  writeFileSync(old, '')
  utimesSync(old, 1, 1)

  await open('http://127.0.0.1:4812/#ticket=def')

  expect(readdirSync(join(home, 'open'))).toEqual([`${process.pid}.html`])
})
