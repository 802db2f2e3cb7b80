import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { PanelOpening } from '../../panel/panel.ts'
import { readScripts } from '../../panel/scripts.ts'
import { day, secretsIn } from './day.ts'

export const embedAddress: Check = {
  id: 'secrets.embed-address',
  title: "The embed token is removed from the panel's URL",
  rules: ['EMB-104', 'EMB-106'],
  needs: ['install.works'],
  run: async (harness) => {
    if (harness.config.manifest === null) throw new CannotJudge('app.toml has no [manifest], so the app has no panel')
    const { panel, secrets } = await day(harness)
    if (panel === null) throw new CannotJudge('the panel does not open')
    const own = secrets.filter(({ kind }) => kind === 'embed token')
    const stays = secretsIn((panel.page.leftTo ?? panel.page.url).href, own).length > 0 && !(await isReplaced(panel))
    const link = linksOf(panel.page.text).find((address) => secretsIn(address, own).length > 0)
    if (!stays && link === undefined) return []
    return error({
      title: stays ? "The embed token stays in the panel's URL" : 'A panel page forwards the embed token in a URL',
      why: 'The URL ends up in browser histories, in logs and in the Referer of every resource that the page loads. The token opens the store for two minutes.',
      remedy:
        'Create a session from the token and redirect to a URL without the token. Or remove the token with history.replaceState before the page loads anything else.',
      evidence: [pageEvidence(panel.page, link ?? panel.page.url.href)],
    })
  },
}

/** Returns true if a script of the page removes the token from the URL. */
async function isReplaced(panel: PanelOpening): Promise<boolean> {
  const scripts = await readScripts(panel)
  return scripts.some((text) =>
    /\breplaceState\b|\blocation\s*\.\s*replace\s*\(|\blocation\s*=[^=]|\blocation\.href\s*=[^=]/.test(text),
  )
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/\b(?:href|src|action)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&amp;', '&'),
  )
}
