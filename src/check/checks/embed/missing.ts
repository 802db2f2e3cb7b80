import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel, panelFacts } from '../../panel/panel.ts'
import { askProbe } from '../../panel/probe.ts'
import { judgeRejections } from './must-reject.ts'

const remedy = 'Without a token, show a separate screen that asks the owner to open the app in the store admin.'

export const missing: Check = {
  id: 'embed.missing',
  title: 'The panel shows different errors for a missing and an invalid token',
  rules: ['EMB-078', 'EMB-117', 'EMB-118'],
  needs: ['embed.opens'],
  run: async (harness) => {
    const place = await harness.installedPlace()
    const opening = (token: string | null) => openPanel(harness, place, { token })
    const [none, empty, blank] = await Promise.all([opening(null), opening(''), opening(' ')])
    const seen = [
      { what: 'none', opening: none },
      { what: 'an empty token', opening: empty },
      { what: 'a blank token', opening: blank },
    ]
    const refused = await judgeRejections(
      harness,
      {
        opened: 'The panel opens without a token',
        why: "Anyone who has the app's URL sees the store's data.",
        remedy,
        code: 'embed_token_missing',
      },
      seen,
    )
    if (refused.length > 0) return refused
    const { probe } = await panelFacts(harness)
    const token = signedToken('another secret', tokenFields(harness, place))
    const forged = await openPanel(harness, place, { token })
    const found = {
      rules: ['EMB-117', 'EMB-118'],
      evidence: [{ ...pageEvidence(forged.page), token: 'signed with another secret' }],
    } as const
    if (forged.code === 'embed_token_missing')
      return error({
        title: 'The panel treats an invalid token as a missing one',
        why: 'Even with a forged token or a broken panel, the user is only asked to open the app in the store admin.',
        remedy: 'Report embed_token_missing only if the token is missing, empty or blank.',
        ...found,
      })
    if (none.look !== forged.look || none.page.status !== forged.page.status) return []
    if (probe !== null && (await differsInData(harness.app, { path: probe, token }))) return []
    return error({
      title: 'A missing and an invalid token show the same screen',
      why: 'Without a token, the owner only has to open the panel in the store admin. An invalid token can mean an attack or a wrong secret. One screen for both hides the cause.',
      remedy,
      ...found,
    })
  },
}

/** Returns true if the data behind the panel are rejected differently with this token than without any. */
async function differsInData(
  app: AppInstance,
  { path, token }: { readonly path: string; readonly token: string },
): Promise<boolean> {
  const answers = await Promise.all([null, token].map((one) => askProbe(app, { path, token: one })))
  const said = answers.map((answer) =>
    answer.answered ? `${answer.status} ${answer.body.toString('utf8')}` : answer.why,
  )
  return said[0] !== said[1]
}
