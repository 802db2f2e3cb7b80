import type { Check, Finding } from '../../../src/check/check.ts'

export const finding: Finding = {
  severity: 'error',
  title: 'The app does what it must not',
  why: 'It hurts.',
  remedy: 'Do not.',
  evidence: [{ kind: 'request', method: 'POST', path: '/webhooks', status: 200 }],
}

/** A check that passes by default. */
export function makeCheck(id: string, given: Partial<Check> = {}): Check {
  return { id, title: `${id} holds`, rules: ['HOOK-015'], needs: [], run: async () => [], ...given }
}
