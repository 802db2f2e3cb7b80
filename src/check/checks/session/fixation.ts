import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { pageUrl, withCookies } from '../../panel/pages.ts'
import { openPanel } from '../../panel/panel.ts'
import { installedStores } from '../../stores/installed-stores.ts'
import { apart, showsPanel, twoPanels } from './two-panels.ts'

export const kept: Check = {
  id: 'session.renewed',
  title: "A new token opens its store's panel, whatever session the browser has",
  rules: ['EMB-105', 'EMB-097'],
  needs: ['session.without'],
  unless: ['install.stores'],
  run: async (harness) => {
    const { one, other, isOf } = apart(await twoPanels(harness))
    const { app } = await installedStores(harness)
    const brought = one.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const token = harness.embedToken(other.place)
    const { page } = await openPanel(harness, other.place, { app, token, headers: [['Cookie', brought]] })
    // The browser follows a redirect with the cookies that it got meanwhile.
    const end = page.hops.length > 1 && page.url.pathname === one.opening.page.url.pathname ? page.url : null
    const isOld = isOf(page, one) || (end !== null && end.pathname !== other.opening.page.url.pathname)
    if (!isOld) return []
    return error({
      title: "A browser keeps its old session when it opens the panel with another store's token",
      why: "An attacker can plant their session in a user's browser, and the user then works in the attacker's store. A manager of two stores sees the wrong store.",
      remedy: 'Create a new session from each token, and replace any other session with it.',
      evidence: [pageEvidence(page)],
    })
  },
}

export const planted: Check = {
  id: 'session.fixation',
  title: 'A session key chosen by an attacker never becomes a session',
  rules: ['EMB-105', 'EMB-108'],
  needs: ['session.renewed'],
  run: async (harness) => {
    const { one } = await twoPanels(harness)
    const stores = await installedStores(harness)
    const { app } = stores
    const chosen = one.cookies.map(({ name }) => ({ name, value: 'chosen-by-a-stranger-0123456789' }))
    const header = chosen.map(({ name, value }) => `${name}=${value}`).join('; ')
    await openPanel(harness, one.place, { app, token: harness.embedToken(one.place), headers: [['Cookie', header]] })
    const browser = app.browser()
    const page = await withCookies(browser, pageUrl(one.opening.page), chosen)
    if (!showsPanel(page, one, stores)) return []
    return error({
      title: 'A session key chosen by an attacker opens the panel after a user signs in with it',
      why: "An attacker plants a cookie, waits until the owner opens the panel, and shares the owner's session.",
      remedy: 'Create a new random key at each sign-in, and never use a key that the browser sends.',
      evidence: [pageEvidence(page)],
    })
  },
}
