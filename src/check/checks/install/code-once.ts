import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Evidence, Finding } from '../../check.ts'
import { findings } from '../../finding.ts'
import type { FaultAct } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import { findExchanges } from '../../harness/tokens.ts'
import { installWith } from '../../stores/spare-place.ts'

export const codeOnce: Check = {
  id: 'install.code-once',
  title: 'A code is exchanged once, regardless of the response',
  rules: ['EXCH-006', 'INST-053'],
  needs: ['install.works'],
  run: async (harness) => {
    const { trip } = await harness.firstInstall()
    if (!trip.ok) throw new CannotJudge('install.works failed')
    const code = trip.returnUrl.searchParams.get('code') ?? ''
    const plain = findExchanges(harness.app, code).length
    if (plain > 1)
      return found('error', 'The app exchanges each code more than once', [{ kind: 'call', exchanges: plain }])
    const counts = await Promise.all(Object.entries(ends).map(([what, act]) => countWith(harness, what, act)))
    const again = counts.filter(({ exchanges }) => exchanges > 1)
    return found('warning', 'The app exchanges a code again after the first exchange failed', again)
  },
}

const ends: Readonly<Record<string, FaultAct>> = {
  'the response was lost': { kind: 'break', when: 'after' },
  'rejected with 401': { kind: 'answer', status: 401 },
  'failed with 503': { kind: 'answer', status: 503 },
}

async function countWith(harness: Harness, what: string, act: FaultAct) {
  const { exchanges } = await installWith(harness, act)
  return { kind: 'call', path: '/api/apps/oauth/token', first: what, exchanges: exchanges.length } as const
}

function found(severity: 'error' | 'warning', title: string, evidence: readonly Evidence[]): readonly Finding[] {
  return findings(evidence, {
    severity,
    title,
    why: 'A code works once. A second exchange is always rejected with 401, hides the first error, and counts against the limit of 30 exchanges a minute per IP address.',
    remedy: 'Send the code once. Without a usable response, show the error and a link to restart the install.',
  })
}
