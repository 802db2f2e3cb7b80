import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Page } from 'playwright-core'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What is wrong with a page as it stands. */
export interface Looks {
  /** What axe-core finds against WCAG 2.2 AA and good practice. Frames of apps are not ours. */
  readonly violations: readonly string[]
  /** How many px the page is wider than the window. */
  readonly sideways: number
  /** How many h1 and main it has, its language, and whether it has a title. */
  readonly parts: readonly [h1: number, main: number, lang: string, isTitled: boolean]
  /** Of the page with its own sheet and scripts, uncompressed. Pictures, data and frames of apps are not part of it. */
  readonly bytes: number
}

/** What a page, its sheet, its scripts and its icon may weigh together. The icon, which this browser does not load, has 300 bytes. */
export const MOST_BYTES = 60_000 - 300

const weight = `performance.getEntriesByType('navigation')[0].decodedBodySize + performance.getEntriesByType('resource')
    .filter(({ name, initiatorType }) => name.startsWith(location.origin) && ['link', 'script'].includes(initiatorType))
    .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`

/** All rules when none are named. The rows of a table are made alike, so that the first eight stand for all of them. */
const look = (
  rules: readonly string[] = [],
) => `axe.run({ exclude: ['iframe', 'tbody > tr:nth-child(n + 9)'] }, { iframes: false, preload: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } }, ...(${rules.length > 0} && { runOnly: ${JSON.stringify(rules)} }) }).then(({ violations }) => ({
  violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).join('; ')),
  sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  bytes: ${weight},
  parts: [document.querySelectorAll('h1').length, document.querySelectorAll('main').length, document.documentElement.lang, document.title !== ''],
}))`

/** As in `Looks`. */
export async function bytesOf(page: Page): Promise<number> {
  await page.waitForLoadState('load')
  return page.evaluate<number>(weight)
}

export async function looksOf(page: Page): Promise<Looks> {
  // A click returns before the page that it leads to is complete.
  await page.waitForLoadState('load')
  await page.evaluate(axe)
  return await page.evaluate<Looks>(look())
}

/** The same in the light theme and in the dark one, for which only the rules about colours run: nothing else differs. Leaves the page light. */
export async function looksInBothThemes(page: Page): Promise<Looks> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await looksOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await page.evaluate<Looks>(look(['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: 'light' })
  return { ...light, violations: [...light.violations, ...dark.violations.map((one) => `dark: ${one}`)] }
}

/** The links, buttons and fields below a selector that are less than 24 px wide or high (WCAG 2.2, 2.5.8). */
export async function smallTargets(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width < 24 || height < 24 ? [`${one.textContent}: ${width} x ${height}`] : []
    }),
  )
}

/** What must be mended: nothing for a page that is fit to be shown. */
export function faultsOf({ violations, sideways, bytes }: Looks): readonly string[] {
  return [
    ...violations,
    ...(sideways > 0 ? [`${sideways} px wider than the window`] : []),
    ...(bytes > MOST_BYTES ? [`${bytes} bytes`] : []),
    // A page without any was not measured.
    ...(bytes > 0 ? [] : ['not measured']),
  ]
}
