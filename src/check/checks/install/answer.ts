import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { incompleteInstall } from './incomplete-install.ts'

export const answer: Check = {
  id: 'install.unknown-fields',
  title: 'Unknown fields in the exchange response are ignored',
  rules: ['VER-005', 'VER-006'],
  needs: ['install.works'],
  unless: ['embed.opens'],
  run: async (harness) => {
    const page = await incompleteInstall(harness, { exchange: { kind: 'change', change: withMore } })
    if (page === null) return []
    return error({
      title: 'An install fails when the exchange response has an unknown field',
      why: 'The platform may add fields at any time. No store can then install the app.',
      remedy: 'Read the fields that you need, and ignore all others.',
      evidence: [pageEvidence(page)],
    })
  },
}

function withMore(body: string): string {
  try {
    // The platform's response is an object.
    return JSON.stringify({ ...(JSON.parse(body) as object), store_plan: 'pro', later: { more: [1] } })
  } catch {
    return body
  }
}
