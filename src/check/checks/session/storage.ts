import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { openGenuine } from '../../panel/panel.ts'
import { readScripts } from '../../panel/scripts.ts'

/** Code that writes something called a token into localStorage or sessionStorage. */
const stored =
  /\b(?:local|session)Storage\s*(?:\.\s*setItem\s*\([^;]{0,200}?token|\[[^\]]{0,80}token[^\]]{0,80}\]\s*=[^=]|\.\s*\w*token\w*\s*=[^=])/i

export const storage: Check = {
  id: 'session.storage',
  title: 'No script stores the embed token in browser storage',
  rules: ['EMB-107', 'EMB-106'],
  needs: ['embed.opens'],
  run: async (harness) => {
    const opening = await openGenuine(harness, await harness.installedPlace())
    const scripts = await readScripts(opening)
    const found = scripts.map((text) => stored.exec(text)?.[0]).find((text) => text !== undefined)
    if (found === undefined) return []
    return error({
      title: 'A panel script stores a token in browser storage',
      why: 'Data in browser storage outlives the panel, and every script on the page can read it.',
      remedy: 'Create a cookie session from the token immediately, or keep the token in a variable.',
      evidence: [{ kind: 'page', page: opening.page.url.pathname, script: found }],
    })
  },
}
