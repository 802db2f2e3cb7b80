import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { cookiesOf } from '../../harness/cookie-jar.ts'
import { day, listed, secretsIn } from './day.ts'

export const cookies: Check = {
  id: 'secrets.cookies',
  title: 'No cookie contains a secret',
  rules: ['GEN-003', 'EMB-106'],
  needs: ['install.works'],
  run: async (harness) => {
    const { pages, secrets } = await day(harness)
    const set = pages.flatMap(({ hops }) => hops.flatMap(({ answer }) => (answer.answered ? cookiesOf(answer) : [])))
    const found = set.filter(({ value }) => secretsIn(value, secrets).length > 0)
    const [first] = found
    if (first === undefined) return []
    const kinds = secretsIn(found.map(({ value }) => value).join('\n'), secrets)
    return error({
      title: `An app cookie contains ${listed(kinds)}`,
      why: 'The cookie is stored in readable form on every computer that has opened the panel.',
      remedy: "Keep secrets on the server. Store only a random key, or the user's signed identity, in the cookie.",
      evidence: [{ kind: 'request', cookie: first.name, value: first.value }],
    })
  },
}
