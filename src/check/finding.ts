import type { Evidence, Finding } from './check.ts'

/** One finding with all evidence; none without evidence. */
export function findings([first, ...more]: readonly Evidence[], words: Omit<Finding, 'evidence'>): readonly Finding[] {
  return first === undefined ? [] : [{ ...words, evidence: [first, ...more] }]
}
