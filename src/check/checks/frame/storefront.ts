import { readFraming, mayFrame } from '../../../http/framing.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'

/** Example of a store domain, which the app cannot know in advance. */
const shop = new URL('https://shop.svcapp-check.example')

export const storefront: Check = {
  id: 'frame.storefront',
  title: 'Storefronts can frame the storefront block',
  rules: ['EMB-026'],
  needs: ['install.works'],
  run: async (harness) => {
    const block = harness.slots.find(({ type }) => type === 'storefront-block')
    if (block === undefined) throw new CannotJudge('app.toml has no storefront-block slot')
    const page = await harness.app.browser().open(block.url, { headers: [['Sec-Fetch-Dest', 'iframe']] })
    const { answer, url } = page
    const framing = answer.answered ? readFraming(answer.headers) : null
    if (framing === null || mayFrame(framing, { framer: shop, own: url })) return []
    return warning({
      title: 'Storefronts cannot frame the storefront block',
      why: 'Each store has its own domain. Customers see an empty frame there unless the app allows every such domain.',
      remedy:
        'On this page only, omit X-Frame-Options. Also omit frame-ancestors, or list the domains of the stores that have installed the app. Show only content that customers may see.',
      evidence: [
        {
          ...pageEvidence(page, ''),
          frameAncestors: framing.ancestors.map((sources) => sources.join(' ')),
          xFrameOptions: framing.options,
        },
      ],
    })
  },
}
