import { count, STILL_ASKING, subject, type Finding, type LabFacts } from './finding.ts'

const address = subject('Token in the address', ['EMB-104'])
const history = subject('History', ['EMB-104'])

/** Whether the token leaves the address. The address of a frame of another site cannot be read: this is what the app's answer and its scripts tell. */
export function addressFindings(facts: LabFacts): Finding[] {
  const { choice, observed } = facts
  if (choice.surface !== 'fullpage') return []
  const added =
    observed.historyEntries > 0
      ? history.warning(
          `The frame added ${count(observed.historyEntries, 'entry').replace('entrys', 'entries')} to the window’s history by itself.`,
          'The Back button then leads to the address with the token instead of the page before.',
          'Use history.replaceState or a redirect by the server, not pushState.',
        )
      : history.ok('Nothing was added without a click.')
  return choice.token === 'none' ? [added] : [addressFinding(facts), added]
}

function addressFinding({ probe }: LabFacts): Finding {
  if (probe === null) return address.unknown(STILL_ASKING)
  const { page } = probe.visit
  if (page === null) return address.unknown('No page came.')
  if (page.answer.status >= 400) return address.ok('The token was refused, so it opens nothing any more.')
  if (!page.url.searchParams.has('embed_token')) return address.ok('A redirect takes it out.')
  const { texts, unread } = probe.scripts
  if (texts.some((text) => /\breplaceState\b/.test(text))) {
    return address.unknown(
      'The page is answered under the address with the token. One of its scripts names history.replaceState; from outside the frame nobody can see whether it removes the token.',
      'Look in the frame’s console: location.href',
    )
  }
  const why = 'It stays in the browser’s history, in the log of servers and proxies, and is sent as the referrer.'
  const todo = 'Redirect once the token is verified, or call history.replaceState before anything else.'
  const what = 'The page is answered under the address with the token'
  if (unread === 0) return address.error(`${what}, and none of its scripts names history.replaceState.`, why, todo)
  return address.warning(`${what}; ${count(unread, 'script')} could not be read.`, why, todo)
}
