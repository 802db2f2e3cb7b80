import type { Evidence, Finding } from './check.ts'

/** What is said of one thing that is wrong. */
type Words = Omit<Finding, 'severity'>

/** One finding that contradicts the documents, or that exposes a secret or a stranger's data. */
export function error(words: Words): readonly Finding[] {
  return [{ severity: 'error', ...words }]
}

/** One finding that is allowed and will hurt. */
export function warning(words: Words): readonly Finding[] {
  return [{ severity: 'warning', ...words }]
}

/** One finding that is neither. */
export function note(words: Words): readonly Finding[] {
  return [{ severity: 'note', ...words }]
}

/** One finding with all evidence; none without evidence. */
export function findings([first, ...more]: readonly Evidence[], words: Omit<Finding, 'evidence'>): readonly Finding[] {
  return first === undefined ? [] : [{ ...words, evidence: [first, ...more] }]
}
