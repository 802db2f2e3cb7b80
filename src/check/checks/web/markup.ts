import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Finding } from '../../check.ts'
import type { Page } from '../../harness/browser.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { visitPanel } from '../../panel/visit.ts'
import { askAll, isDocument, knownPaths } from './visited.ts'

/** Closes a script, an attribute and a title; harmless as text. */
const HOSTILE = `</script></title>"'><svcapp-check>`
const MARK = '<svcapp-check>'

export const names: Check = {
  id: 'web.names',
  title: 'Markup in names from a store is shown as text',
  rules: [],
  needs: ['install.works'],
  run: async (harness) => {
    const place = await harness.openPlace(`Shop ${HOSTILE}`)
    const trip = await harness.install(harness.app, place)
    if (!trip.ok) throw new CannotJudge('the app was not installed in a store with markup in its name')
    const pages = [trip.page]
    if (harness.config.manifest !== null) {
      const seen = await visitPanel(harness, { token: genuineToken(harness, place) })
      pages.push(seen.page)
    }
    return markup(pages, {
      title: 'An app page renders a store name as markup',
      why: "Anyone who can set a name in a store can inject a script into the app's pages. The script runs in the session of the user who opens the page. (Advice from svcapp and OWASP, A03.)",
      remedy: 'Escape all external text in your pages, preferably with a template that escapes automatically.',
    })
  },
}

/** Parameter names that apps read from a URL. */
const params = [
  'error',
  'error_description',
  'message',
  'code',
  'state',
  'embed_token',
  'shop',
  'store',
  'name',
  'q',
  'next',
  'lang',
]

export const reflected: Check = {
  id: 'web.reflected',
  title: 'Markup in a URL is shown as text',
  rules: [],
  needs: [],
  run: async (harness) => {
    const paths = knownPaths(harness)
    const query = Object.fromEntries(params.map((name) => [name, HOSTILE]))
    const asked = paths.flatMap((path) => [
      { path, query },
      // An error and a code take different paths through the app.
      ...params.slice(0, 6).map((name) => ({ path, query: { [name]: HOSTILE } })),
    ])
    const unknown = { path: `/svcapp-check-${encodeURIComponent(HOSTILE)}`, query: {} }
    return markup(await askAll(harness, [...asked, unknown]), {
      title: 'An app page renders text from its URL as markup',
      why: 'A link to the app can contain a script that runs in the session of any user who follows the link. (Advice from svcapp and OWASP, A03.)',
      remedy: 'Escape text from a URL in your pages, or do not repeat it.',
    })
  },
}

function markup(pages: readonly Page[], words: Pick<Finding, 'title' | 'why' | 'remedy'>): readonly Finding[] {
  const [first] = pages.filter((page) => isDocument(page) && page.text.includes(MARK))
  if (first === undefined) return []
  const at = first.text.indexOf(MARK)
  return [
    {
      severity: 'error',
      ...words,
      evidence: [pageEvidence(first, first.text.slice(Math.max(0, at - 100), at + 100))],
    },
  ]
}
