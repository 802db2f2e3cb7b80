import type { LinkedBy } from './call-links.ts'

/** How the link between a call and its delivery is known, in words for a person. */
export const linkWords: Readonly<Record<LinkedBy, string>> = {
  attempt: 'by its trace header',
  trace: 'by its trace header, attempt unknown',
  guess: 'a guess, by time and store',
}
