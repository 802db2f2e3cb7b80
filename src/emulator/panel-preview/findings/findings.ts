import { addressFindings } from './address.ts'
import { answerFindings } from './answer.ts'
import { bridgeFindings } from './bridge.ts'
import { cookieFindings } from './cookies.ts'
import type { Finding, FindingState, PreviewFacts } from './finding.ts'
import { headerFindings } from './headers.ts'
import { scriptFindings } from './scripts.ts'
import { tokenFindings } from './tokens.ts'

const weights: Readonly<Record<FindingState, number>> = { error: 0, warning: 1, unknown: 2, ok: 3 }

/** Returns the findings of all checks, the worst first. */
export function findingsOf(facts: PreviewFacts): readonly Finding[] {
  return worstFirst([...probed(facts), ...bridgeFindings(facts)])
}

/** Returns the findings that need no browser, the worst first. */
export function probedFindings(facts: PreviewFacts): readonly Finding[] {
  return worstFirst(probed(facts))
}

function probed(facts: PreviewFacts): readonly Finding[] {
  return [
    ...answerFindings(facts),
    ...addressFindings(facts),
    ...cookieFindings(facts),
    ...tokenFindings(facts),
    ...scriptFindings(facts),
    ...headerFindings(facts),
  ]
}

function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => weights[a.state] - weights[b.state])
}
