import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { Page } from '../../harness/browser.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { beginInstall } from '../../harness/install.ts'
import { approve } from '../../stores/spare-place.ts'

/** An origin that the check's browser never visits, so no server gets a request. */
const ELSEWHERE = 'https://elsewhere.example/'

const names =
  'return_to returnTo return_url returnUrl return redirect redirect_to redirectTo redirect_url redirectUrl redirect_uri next url to continue target dest destination callback back goto forward host'.split(
    ' ',
  )

export const openRedirect: Check = {
  id: 'install.open-redirect',
  title: 'The app does not redirect to a URL from the query',
  rules: [],
  needs: ['install.works'],
  run: async (harness) => {
    const browser = harness.app.browser()
    const begun = await beginInstall(
      { ...harness.installTools, startUrl: withNames(harness.installTools.startUrl) },
      browser,
    )
    const pages = [begun.page]
    if (begun.authorizeUrl !== null) {
      const returnUrl = await approve(harness, browser, { authorizeUrl: begun.authorizeUrl })
      pages.push(await browser.open(withNames(returnUrl.href)))
    }
    const [sent] = pages.filter(leadsElsewhere)
    if (sent === undefined) return []
    return error({
      title: 'The app redirects the browser to any URL in the query',
      why: "A link to your app can open an attacker's copy of the app that asks for the user's password. (Advice from svcapp and OWASP, unvalidated redirects.)",
      remedy: 'Redirect only to your own paths, never to a URL from the query.',
      evidence: [pageEvidence(sent, String(sent.leftTo))],
    })
  },
}

function withNames(address: string): string {
  const url = new URL(address)
  for (const name of names) if (!url.searchParams.has(name)) url.searchParams.append(name, ELSEWHERE)
  return url.href
}

function leadsElsewhere({ leftTo }: Page): boolean {
  return leftTo !== null && leftTo.origin === new URL(ELSEWHERE).origin
}
