import type { EmbedTokenError } from './protocol/judge/embed-token.ts'

/** What a person reads where a panel does not open. */
export interface Refusal {
  readonly status: 401 | 409
  readonly title: string
  /** With the code of the reason. */
  readonly text: string
}

const screens: Record<EmbedTokenError, string> = {
  embed_token_missing: 'Open this panel from the store admin: it brings the key to it.',
  embed_secret_missing: 'This app has no signing secret yet. Run `app register`.',
  embed_token_malformed: 'The store admin sent a token that this app cannot read.',
  embed_token_bad_signature: 'The token was not signed with the secret of this app.',
  embed_token_other_app: 'The token is for another app.',
  embed_token_expired: 'The token is too old. Close the panel and open it again.',
  embed_token_not_yet_valid: 'The token is from the future: the clock of the app or of the store is wrong.',
  embed_store_not_installed:
    'The app is not installed completely in this store and region. Install it, then open the panel again.',
}

/** A missing token, an invalid one and an incomplete installation are different states. */
export function refusalOf(reason: EmbedTokenError): Refusal {
  const text = `${screens[reason]} (${reason})`
  if (reason === 'embed_store_not_installed') return { status: 409, title: 'Incomplete installation', text }
  return { status: 401, title: reason === 'embed_token_missing' ? 'No sign-in' : 'Sign-in refused', text }
}
