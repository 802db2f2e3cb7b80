import type { LinkedBy } from './call-links.ts'

/** Text for how the link between a call and its delivery is known. */
export const linkWords: Readonly<Record<LinkedBy, string>> = {
  attempt: 'by its trace header',
  trace: 'by its trace header, attempt unknown',
  guess: 'a guess, by time and store',
}
