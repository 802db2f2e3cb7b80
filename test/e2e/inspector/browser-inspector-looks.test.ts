import { expect, it } from 'vitest'

import { appendCall } from '../../../src/journal/calls/calls.ts'
import { makeInspector } from '../../inspector/fixture.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { describeInChromium } from '../support/chromium.ts'
import { openPage } from '../support/inspector-page.ts'
import { faultsOf, looksInBothThemes } from '../support/looks.ts'

const body = { text: '{"id":9007199254740993}', bytes: 23, isCut: false, leftOut: null }

const pages = ['App', 'Store admin', 'Panel preview', 'Storefront', 'Portal', 'Data'].map((name) => ({
  name,
  url: `http://127.0.0.1:4801/open#key=${name.replace(' ', '')}`,
}))

async function fullInspector() {
  const fixture = await makeInspector({ pages: () => pages })
  const at = new Date(Date.now() - 60_000)
  fixture.add({ eventId: 'e-1', status: 500, receivedAt: at })
  fixture.add({ eventId: 'e-2', status: 200, receivedAt: at, topic: 'order.paid' })
  appendCall(
    fixture.journal,
    {
      at,
      method: 'GET',
      path: '/api/apps/v1/orders/20',
      pin: '7',
      status: 404,
      ms: 35,
      note: null,
      storeId: '1001',
      spent: 3,
    },
    {
      request: { headers: [['X-Region-Id', '7']], body },
      answer: { headers: [['Content-Type', 'application/json']], body },
    },
  )
  return fixture
}

/** Each place with what is there once it is drawn. */
const places: readonly (readonly [hash: string, drawn: string])[] = [
  ['#/', '#detail h1'],
  ['#/deliveries/1', '#detail p:has-text("#1 ·")'],
  ['#/calls/1', '#detail p:text-is("API call 1")'],
  ['#/deliveries/99', '#detail :text("Not available")'],
  ['#/compare/1/2', '#board .diff-row'],
  ['#/charts', '#board .chart'],
]

describeInChromium('the pages of the inspector', (browser) => {
  it.each(isLong ? [390, 1280] : [390])(
    'every page has no axe-core violations in either theme, no horizontal scrolling at %i px and at most 60 kB',
    async (width) => {
      const [fixture, empty] = [await fullInspector(), await makeInspector()]
      const { page } = await openPage(browser(), fixture.url, { viewport: { width, height: 844 } })
      const found: unknown[] = []
      const look = async (what: string) => {
        const faults = faultsOf(await looksInBothThemes(page))
        if (faults.length > 0) found.push({ what, faults })
      }

      await page.locator('#rows li').first().waitFor()
      for (const [hash, drawn] of places) {
        // A fresh page has only what this place needs.
        await page.evaluate(`location.hash = '${hash}'`)
        await page.reload()
        await page.locator(drawn).first().waitFor({ state: 'attached' })
        const links = page.getByRole('navigation', { name: 'Other pages' }).getByRole('link')
        const shown = await links.evaluateAll((all) =>
          all.map((a) => ({ name: a.textContent, url: a.getAttribute('href') })),
        )
        expect(shown, hash).toEqual(pages)
        await look(hash)
      }
      await page.evaluate("location.hash = '#/'")
      await page.reload()
      await page.locator('#rows li').first().waitFor()
      for (const [key, title] of [
        ['t', 'Send a test event'],
        ['?', 'Keyboard shortcuts'],
      ] as const) {
        await page.keyboard.press(key)
        await page.getByRole('heading', { name: title }).waitFor()
        await look(title)
        await page.keyboard.press('Escape')
        await page.waitForSelector('dialog', { state: 'detached' })
      }
      await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is like this')
      await page.getByText('No rows match.').waitFor()
      await look('no match')
      await page.goto(empty.url)
      await page.getByText('No activity yet').waitFor()
      await look('empty')
      await page.goto(`${empty.base}/nothing`)
      await look('not found')
      const stranger = await openPage(browser(), empty.base, { viewport: { width, height: 844 } })
      await stranger.page.getByRole('heading', { name: 'Sign in to the inspector' }).waitFor()
      found.push(...faultsOf(await looksInBothThemes(stranger.page)))

      expect(found).toEqual([])
    },
  )
})
