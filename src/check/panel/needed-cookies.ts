import type { Browser } from '../harness/browser.ts'
import { looksAlike } from './look.ts'
import { pageUrl, withCookies } from './pages.ts'
import type { PanelSeen } from './visit.ts'

/**
 * Returns the kinds of cookies set by a genuine token without which the panel shows nothing; the others are a
 * language, a theme or a token against forged requests. Returns all of them if the panel does not reveal it.
 */
export async function neededOf(
  kinds: readonly string[],
  { page, cookies }: PanelSeen,
  newBrowser: () => Browser,
): Promise<readonly string[]> {
  if (kinds.length < 2) return kinds
  const lookWith = async (kept: readonly string[]) => {
    const sent = cookies.filter(({ kind }) => kept.includes(kind))
    const { status, text } = await withCookies(newBrowser(), pageUrl(page), sent)
    return `${status} ${looksAlike(text)}`
  }
  const [open, closed] = await Promise.all([lookWith(kinds), lookWith([])])
  if (open === closed) return kinds
  const isShownWith = async (kept: readonly string[]) => (await lookWith(kept)) !== closed
  const needed = await Promise.all(
    kinds.map(async (kind) => ({ kind, isNeeded: !(await isShownWith(kinds.filter((one) => one !== kind))) })),
  )
  const found = needed.filter(({ isNeeded }) => isNeeded).map(({ kind }) => kind)
  return found.length === 0 ? kinds : found
}
