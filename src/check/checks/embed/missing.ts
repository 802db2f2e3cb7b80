import { pageEvidence } from '../../bench/evidence.ts'
import type { Check, Finding } from '../../check.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel, panelFacts } from '../../panel/panel.ts'
import { askProbe } from '../../panel/probe.ts'
import { judgeRefusals } from './must-refuse.ts'

const remedy = 'Show a separate screen when there is no token: it tells the owner to open the app in the store admin.'

export const missing: Check = {
  id: 'embed.missing',
  title: 'The panel reports a missing token, and reports an invalid one differently',
  rules: ['EMB-078', 'EMB-117', 'EMB-118'],
  needs: ['embed.opens'],
  run: async (bench) => {
    const place = await bench.installedPlace()
    const [none, empty, blank] = await Promise.all([null, '', ' '].map((token) => openPanel(bench, place, { token })))
    const seen = [
      ...(none === undefined ? [] : [{ what: 'none', opening: none }]),
      ...(empty === undefined ? [] : [{ what: 'an empty token', opening: empty }]),
      ...(blank === undefined ? [] : [{ what: 'a blank token', opening: blank }]),
    ]
    const found = await judgeRefusals(
      bench,
      {
        opened: 'The panel opens without a token',
        why: 'Anyone who has the address of the app sees the store.',
        remedy,
        code: 'embed_token_missing',
      },
      seen,
    )
    if (found.length > 0) return found
    const { probe } = await panelFacts(bench)
    const token = signedToken('a secret of somebody else', tokenFields(bench, place))
    const forged = await openPanel(bench, place, { token })
    if (forged.code === 'embed_token_missing') return [asMissing()]
    if (none === undefined || none.look !== forged.look || none.page.status !== forged.page.status) return []
    if (probe !== null && (await differsInData())) return []
    return [alike()]

    function asMissing(): Finding {
      return {
        severity: 'error',
        title: 'The panel treats an invalid token as a missing one',
        why: 'The panel tells someone with a forged token to open it in the store admin, and tells the owner of a broken panel the same for ever.',
        remedy: 'Say embed_token_missing only if the token is missing, empty or blank.',
        rules: ['EMB-117', 'EMB-118'],
        evidence: [{ ...pageEvidence(forged.page, forged.page.text), token: 'signed by someone else' }],
      }
    }

    async function differsInData(): Promise<boolean> {
      const path = probe ?? '/'
      const [without, wrong] = await Promise.all([
        askProbe(bench.app, { path, token: null }),
        askProbe(bench.app, { path, token }),
      ])
      const said = [without, wrong].map((reply) =>
        reply.answered ? `${reply.status} ${reply.body.toString('utf8')}` : reply.why,
      )
      return said[0] !== said[1]
    }

    function alike(): Finding {
      return {
        severity: 'error',
        title: 'A missing and an invalid token show the same screen',
        why: 'Without a token the owner only has to open the panel in the store admin; an invalid token means an attack or a wrong secret. One screen for both does not say which it is.',
        remedy,
        rules: ['EMB-117', 'EMB-118'],
        evidence: [{ ...pageEvidence(forged.page, forged.page.text), token: 'signed by someone else' }],
      }
    }
  },
}
