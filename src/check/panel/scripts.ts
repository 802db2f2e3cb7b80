import { readPageScripts } from '../../http/page-scripts.ts'
import type { PanelSeen } from './visit.ts'

/** Returns the scripts of a page: inline ones, those that it loads from the app's own server, and the modules that these import. */
export async function readScripts({ page, browser }: Pick<PanelSeen, 'page' | 'browser'>): Promise<readonly string[]> {
  const read = async (url: URL) => {
    const first = await browser.open(url)
    // On a busy machine a request may fail, so it is retried.
    const { text } = first.status === null ? await browser.open(url) : first
    return text
  }
  const { texts } = await readPageScripts({ url: page.url, html: page.text, read })
  return texts
}
