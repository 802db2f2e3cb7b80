import { cookiesOf } from '../../bench/cookie-jar.ts'
import type { Check } from '../../check.ts'
import { day, listed, secretsIn } from './day.ts'

export const cookies: Check = {
  id: 'secrets.cookies',
  title: 'Nothing secret stands in a cookie',
  rules: ['GEN-003', 'EMB-106'],
  needs: ['install.works'],
  run: async (bench) => {
    const { pages, secrets } = await day(bench)
    const set = pages.flatMap(({ hops }) => hops.flatMap(({ reply }) => (reply.answered ? cookiesOf(reply) : [])))
    const found = set.filter(({ value }) => secretsIn(value, secrets).length > 0)
    const [first] = found
    if (first === undefined) return []
    const kinds = secretsIn(found.map(({ value }) => value).join('\n'), secrets)
    return [
      {
        severity: 'error',
        title: `A cookie of the app holds ${listed(kinds)}`,
        why: 'A cookie lies on every computer from which the panel was opened, readable there.',
        remedy: 'Keep secrets on the server; in the cookie stands who is signed in, signed, or a random key.',
        evidence: [{ kind: 'request', cookie: first.name, value: first.value }],
      },
    ]
  },
}
