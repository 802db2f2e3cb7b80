import type { Evidence, Finding } from './check.ts'

/** Texts of one fault. */
type Words = Omit<Finding, 'severity'>

/** Creates one finding that contradicts the documents, or that exposes a secret or another party's data. */
export function error(words: Words): readonly Finding[] {
  return [{ severity: 'error', ...words }]
}

/** Creates one finding about something that is allowed but will cause problems. */
export function warning(words: Words): readonly Finding[] {
  return [{ severity: 'warning', ...words }]
}

/** Creates one finding that is neither. */
export function note(words: Words): readonly Finding[] {
  return [{ severity: 'note', ...words }]
}

/** Creates one finding with all evidence; none without evidence. */
export function findings([first, ...more]: readonly Evidence[], words: Omit<Finding, 'evidence'>): readonly Finding[] {
  return first === undefined ? [] : [{ ...words, evidence: [first, ...more] }]
}
