import type { Evidence, Finding } from './check.ts'

/** One finding of everything that was seen; none where nothing was. */
export function findings([first, ...more]: readonly Evidence[], words: Omit<Finding, 'evidence'>): readonly Finding[] {
  return first === undefined ? [] : [{ ...words, evidence: [first, ...more] }]
}
