import type { EmbedTokenError } from '../../protocol/judge/embed-token.ts'
import { message } from '../http/pages.ts'
import { htmlResponse, jsonResponse } from '../http/responses.ts'
import { READY } from './scripts.ts'

/** Reason why a panel does not open. */
export type PanelCode = EmbedTokenError | 'session_missing' | 'session_ended' | 'token_used'

const texts: Readonly<Record<PanelCode, string>> = {
  embed_token_missing: 'Open this panel from the store admin, which signs you in.',
  embed_secret_missing: 'This app has no signing secret. Restart it with the variables that app env lists.',
  embed_token_malformed: 'The store admin sent a token that this app cannot read.',
  embed_token_bad_signature: "The token was not signed with this app's secret.",
  embed_token_other_app: 'The token is for another app.',
  embed_token_expired: 'The token has expired. Close the panel and open it again.',
  embed_token_not_yet_valid: "The token is not valid yet. The app's or the platform's clock is wrong.",
  embed_store_not_installed:
    'The installation in this store and region is incomplete. Install the app, then open the panel again.',
  session_missing:
    "Close the panel and open it again in the store admin. If that does not help, allow the panel's cookie in the browser.",
  session_ended: 'The session has expired. Close the panel and open it again in the store admin.',
  token_used: 'This sign-in link was already used. Close the panel and open it again.',
}

/** State of a panel that does not open: missing token, invalid token or incomplete install. */
export type PanelState = 'missing' | 'invalid' | 'not-installed'

export function panelState(code: PanelCode): PanelState {
  if (code === 'embed_store_not_installed') return 'not-installed'
  return code === 'embed_token_missing' || code === 'session_missing' ? 'missing' : 'invalid'
}

const titles: Readonly<Record<PanelState, string>> = {
  missing: 'Not signed in',
  invalid: 'Sign-in rejected',
  'not-installed': 'Incomplete installation',
}

/** Returns the page that explains why a panel does not open. */
export function panelScreen(code: PanelCode): Response {
  return htmlResponse(message(titles[panelState(code)], `${texts[code]} (${code})`, READY), panelStatus(code))
}

/** Returns the same as JSON, for panel scripts. */
export function panelError(code: PanelCode): Response {
  return jsonResponse({ error: code, state: panelState(code), message: texts[code] }, panelStatus(code))
}

function panelStatus(code: PanelCode): number {
  return panelState(code) === 'not-installed' ? 409 : 401
}
