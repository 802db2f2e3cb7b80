import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'

import { chromiumPath, isMissing, needing } from '../../support/machine/needed-programs.ts'

/** The same engine without the windows around it, where it is installed: a page costs a fifth. It has no setting for third-party cookies, and keeps them. */
const withoutWindows = ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path)) ?? chromiumPath

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A start has no separate limit, because it takes as long as the machine is busy. */
const launch = { args, timeout: 0 } as const

/** Nothing moves: a dot that breathes is drawn sixty times a second, which is a third of what an open inspector costs. */
export const still = { reducedMotion: 'reduce' } as const

/** A window of a separate browser, which keeps third-party cookies. Closed with the test. */
export async function openKeepingThirdPartyCookies(): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), 'svcapp-profile-'))
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: { cookie_controls_mode: 0 } }))
  const options = chromiumPath === undefined ? launch : { ...launch, executablePath: chromiumPath }
  const context = await chromium.launchPersistentContext(profile, options)
  onTestFinished(async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/** How long a page is waited for: longer than a busy machine needs, because a wait ends as soon as its condition holds. */
const PATIENCE_MS = 120_000

/** A browser whose pages wait long for what a test asks of them, whatever else the machine does. */
function patient(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}

type Group = (browser: () => Browser) => void

/** A described group of tests in a real Chromium; left out, with the reason in its title, where there is none and none is required. */
export function describeInChromium(title: string, group: Group): void {
  describeIn(withoutWindows, title, group)
}

/** The same in private windows as a person opens them, in which third-party cookies are blocked. */
export function describeInPrivateWindows(title: string, group: Group): void {
  describeIn(chromiumPath, title, group)
}

const browsers = new Map<string | undefined, Promise<Browser>>()

/** One browser for all files of a worker, with which it ends: contexts keep tests apart, and a start costs as much as a test. */
function launched(executablePath: string | undefined): Promise<Browser> {
  const running = browsers.get(executablePath)
  if (running !== undefined) return running
  const browser = chromium.launch({ ...launch, ...(executablePath !== undefined && { executablePath }) }).then(patient)
  browsers.set(executablePath, browser)
  return browser
}

function describeIn(executablePath: string | undefined, title: string, group: Group): void {
  describe.skipIf(isMissing('chromium'))(needing('chromium', title), () => {
    let browser: Browser | undefined
    beforeAll(async () => {
      if (chromiumPath === undefined) throw new Error('Chromium is required and is not on this machine.')
      browser = await launched(executablePath)
    })
    // What a test has left open would go on working beside the next file.
    afterAll(() => Promise.all((browser?.contexts() ?? []).map((context) => context.close())))
    group(() => {
      if (browser === undefined) throw new Error('The browser is not open yet.')
      return browser
    })
  })
}
