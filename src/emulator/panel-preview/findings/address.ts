import { count, NO_PAGE, STILL_ASKING, subject, type Finding, type PreviewFacts } from './finding.ts'

const address = subject('Token in the URL', ['EMB-104'])
const history = subject('History', ['EMB-104'])

/** Checks whether the token is removed from the URL. The URL of a cross-site frame cannot be read, so the app's response and scripts are checked. */
export function addressFindings(facts: PreviewFacts): Finding[] {
  const { choice, observed } = facts
  if (choice.surface !== 'fullpage') return []
  const added =
    observed.historyEntries > 0
      ? history.warning(
          `The frame added ${count(observed.historyEntries, 'entry').replace('entrys', 'entries')} to the window’s history without a click.`,
          'The Back button then opens the URL with the token instead of the previous page.',
          'Use history.replaceState or a server redirect, not pushState.',
        )
      : history.ok('The frame added no history entries without a click.')
  return choice.token === 'none' ? [added] : [addressFinding(facts), added]
}

function addressFinding({ probe }: PreviewFacts): Finding {
  if (probe === null) return address.unknown(STILL_ASKING)
  const { page } = probe.visit
  if (page === null) return address.unknown(NO_PAGE)
  if (page.answer.status >= 400) return address.ok('The app rejected the token, so the URL does not open the panel.')
  if (!page.url.searchParams.has('embed_token')) return address.ok('A redirect removes the token from the URL.')
  const { texts, unread } = probe.scripts
  if (texts.some((text) => /\breplaceState\b/.test(text))) {
    return address.unknown(
      'The page URL contains the token. A script contains history.replaceState, but the preview cannot see whether that call removes the token.',
      'Check location.href in the frame’s console.',
    )
  }
  const why = 'The token stays in the browser history and in server and proxy logs, and is sent in the referrer.'
  const todo = 'Redirect after you verify the token, or call history.replaceState as soon as the page loads.'
  const what = 'The page URL contains the token'
  if (unread === 0) return address.error(`${what}, and no script calls history.replaceState.`, why, todo)
  return address.warning(`${what}, and ${count(unread, 'script')} could not be read.`, why, todo)
}
