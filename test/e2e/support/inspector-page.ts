import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

import { still } from './chromium.ts'

export interface Watched {
  readonly page: Page
  /** What the page did that it must not do: errors, blocked content, dialogs, requests to anybody else. */
  readonly wrongs: string[]
}

/** Saves each toast, because the page removes it after 6 s. */
const saveToasts = `
  window.savedToasts = []
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    for (const node of added) if (node.className?.startsWith?.('toast ')) savedToasts.push(node.textContent)
  }).observe(document, { childList: true, subtree: true })`

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...still, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.addInitScript(saveToasts)
  const wrongs: string[] = []
  const { host } = new URL(url)
  page.on('pageerror', ({ message }) => wrongs.push(message))
  page.on('console', (message) => message.type() === 'error' && wrongs.push(message.text()))
  page.on('dialog', (dialog) => (wrongs.push('dialog'), void dialog.dismiss()))
  page.on('request', (request) => new URL(request.url()).host !== host && wrongs.push(request.url()))
  await page.goto(url)
  return { page, wrongs }
}

/** Returns the texts of all toasts so far, a line each. */
export function toastsOf(page: Page): Promise<string> {
  return page.evaluate("savedToasts.join('\\n')")
}

/** Rows of the timeline. */
export const rows = '#rows li'

/** A row that arrives between the look and the click moves the others, and is hit in place of the intended one. */
export async function openRow(row: Locator): Promise<void> {
  const selected = async () => {
    await row.click()
    return row.getAttribute('aria-selected')
  }
  await expect.poll(selected).toBe('true')
}
