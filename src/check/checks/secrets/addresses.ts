import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { readHeader } from '../../harness/raw-request.ts'
import { day, listed, secretsIn } from './day.ts'

export const addresses: Check = {
  id: 'secrets.addresses',
  title: 'No URL contains a secret',
  rules: ['GEN-003', 'GEN-019'],
  needs: ['install.works'],
  run: async (harness) => {
    const { pages, secrets } = await day(harness)
    // Another check judges the panel's own token.
    const kept = secrets.filter(({ kind }) => kind !== 'embed token')
    const redirects = pages.flatMap(({ hops }) =>
      hops.flatMap(({ answer }) => {
        const to = answer.answered ? readHeader(answer, 'location') : null
        return to === null ? [] : [{ kind: 'request', location: to } as const]
      }),
    )
    const calls = harness.app.calls.list().map(({ method, path }) => ({ kind: 'call', method, path }) as const)
    const found = [...redirects, ...calls].filter((one) => secretsIn(addressOf(one), kept).length > 0)
    const [first] = found
    if (first === undefined) return []
    const kinds = secretsIn(found.map(addressOf).join('\n'), kept)
    return error({
      title: `A URL contains ${listed(kinds)}`,
      why: 'URLs end up in browser histories, in server logs, and in the Referer of every resource that a page loads.',
      remedy: 'Send tokens in the Authorization header only, and redirect to URLs without secrets.',
      evidence: [first],
    })
  },
}

function addressOf(one: { readonly location: string } | { readonly path: string }): string {
  return 'location' in one ? one.location : one.path
}
