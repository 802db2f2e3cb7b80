import type { LinkedBy } from './call-links.ts'

/** How it is known which delivery caused a call, for a person. */
export const linkWords: Readonly<Record<LinkedBy, string>> = {
  attempt: 'by its trace header',
  trace: 'by its trace header; which attempt is not known',
  guess: 'a guess, by time and store',
}
