import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

import { still } from './chromium.ts'

export interface Watched {
  readonly page: Page
  /** What the page did that it must not do: errors, blocked content, dialogs, requests to anybody else. */
  readonly wrongs: string[]
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...still, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const wrongs: string[] = []
  const { host } = new URL(url)
  page.on('pageerror', ({ message }) => wrongs.push(message))
  page.on('console', (message) => message.type() === 'error' && wrongs.push(message.text()))
  page.on('dialog', (dialog) => (wrongs.push('dialog'), void dialog.dismiss()))
  page.on('request', (request) => new URL(request.url()).host !== host && wrongs.push(request.url()))
  await page.goto(url)
  return { page, wrongs }
}

/** Records the text of each toast from now on, because a toast disappears after seconds. Returns a function that reads the record. */
export async function recordToasts(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(`window.toastTexts = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) toastTexts.push(...[...addedNodes].map((one) => one.textContent))
    }).observe(document.getElementById('toasts'), { childList: true })`)
  return () => page.evaluate<string>(`toastTexts.join('\\n')`)
}

/** Rows of the timeline. */
export const rows = '#rows li'
