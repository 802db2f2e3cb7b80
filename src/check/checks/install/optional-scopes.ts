import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { incompleteInstall } from './incomplete-install.ts'

export const optionalScopes: Check = {
  id: 'install.optional-scopes',
  title: 'An install works without the optional scopes',
  rules: ['INST-021'],
  needs: ['install.works'],
  unless: ['embed.opens'],
  run: async (harness) => {
    const { optional } = harness.config.scopes
    if (optional.length === 0) throw new CannotJudge('app.toml has no optional scopes')
    const page = await incompleteInstall(harness, { declined: optional })
    if (page === null) return []
    return error({
      title: 'The app rejects an install in which the owner declined an optional scope',
      why: 'The store approved the install, but the owner cannot use the app.',
      remedy: 'Store the token and its scopes, and omit the data that these scopes do not cover.',
      evidence: [pageEvidence(page)],
    })
  },
}
