import type { Locator, Page } from 'playwright-core'

/** How somebody uses a page. */
export interface Hands {
  /** A link or a button. */
  readonly press: (at: Locator) => Promise<void>
  readonly type: (at: Locator, text: string) => Promise<void>
  readonly tick: (at: Locator) => Promise<void>
}

/** With the mouse, and the keyboard for text alone. */
export function mouse(page: Page): Hands {
  return {
    press: (at) => at.click(),
    type: async (at, text) => {
      await at.click({ clickCount: 3 })
      await page.keyboard.insertText(text)
    },
    tick: (at) => at.click(),
  }
}

/** Steps of the Tab key in which everything on a page is reached. */
const MOST_STEPS = 400

/** With nothing but the keyboard: Tab until it has the focus, which must then be visible, and a key. */
export function keyboard(page: Page): Hands {
  const reach = async (at: Locator) => {
    await at.waitFor()
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      await page.keyboard.press('Tab')
      if ((await at.and(page.locator(':focus')).count()) > 0) return await seen(page, at)
    }
    throw new Error(`The keyboard does not reach ${String(at)} on ${page.url()}.`)
  }
  return {
    press: async (at) => {
      await reach(at)
      // Unlike a bare key, it waits for the next page, and finds the element again if the page was replaced meanwhile.
      await at.press('Enter')
    },
    type: async (at, text) => {
      await reach(at)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    tick: async (at) => {
      await reach(at)
      await page.keyboard.press('Space')
    },
  }
}

/** WCAG 2.4.7: somebody without a mouse sees where they are. */
async function seen(page: Page, at: Locator): Promise<void> {
  const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
  if (outline === 'none') throw new Error(`${String(at)} has the focus and does not show it.`)
}
