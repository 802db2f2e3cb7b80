import type { Advice } from '../../errors/advice.ts'
import type { ReadBody } from '../../kit/http/read-body.ts'
import type { PanelCode } from '../../kit/panel/screens.ts'
import type { ExchangeResult } from '../../kit/protocol.ts'
import type { StateVerdict } from '../../protocol/judge/oauth-state.ts'
import type { NoteWord } from './note-word.ts'

type ReasonOf<T> = Extract<T, { readonly ok: false; readonly reason: string }>['reason']

type KitWord =
  | ReasonOf<ExchangeResult>
  | ReasonOf<StateVerdict>
  | ReasonOf<ReadBody>
  | PanelCode
  | 'other-app'
  | 'code-malformed'
  | 'body-malformed'
  | 'try-again'
  | 'no-install'
  | 'token-refused'
  | 'form_stale'

const install: Advice = {
  emulator: 'Install through the app: press `i` in `app dev`, or run `app install`.',
  live: 'Install through the app, which revokes the current token: press `i` in `app dev`, or run `app install`.',
}
const startAgain = 'Start the install again, and finish it in the same browser within 15 minutes.'
const reopen = 'Close the panel and open it again in the store admin.'
const signing: Advice = {
  emulator: 'If the signing secret was rotated, run `app secret rotate signing`.',
  live: 'If the signing secret was rotated, run `app secret set signing`.',
}
const clock = "Check the app server's clock."

/** Reasons that `svcapp-kit` prints in the app's log and on its pages. */
export const kitWords: Readonly<Record<KitWord, NoteWord>> = {
  'exchange-refused': {
    says: 'the platform rejected the code exchange, because the code is expired or used, or the client id or client secret is wrong',
    fix: [
      {
        emulator: 'If the client secret was rotated, run `app secret rotate client`.',
        live: 'If the client secret was rotated in the developer console, run `app secret set client`.',
      },
      'For all causes, run `app explain install.exchange-rejected`.',
      'Start the install again. A code is single use and expires after 5 minutes.',
    ],
  },
  'exchange-lost': {
    says: 'no valid response to the code exchange arrived, and a code works only once',
    fix: ['Wait a minute, then start the install again.', 'For details, run `app explain install.response-lost`.'],
  },
  'other-app': {
    says: 'the platform returned a token for another app',
    fix: ["Restart the app with this app's variables, which `app env` lists. Then start the install again."],
  },
  'code-malformed': {
    says: 'the redirect URL has no valid authorization code',
    fix: ['Open the redirect URL only through the consent page.', 'Start the install again.'],
  },
  'state-missing': { says: 'the redirect URL has no state', fix: [startAgain] },
  'state-malformed': { says: 'the state in the redirect URL was not created by this app', fix: [startAgain] },
  'state-bad-signature': {
    says: 'the state was created by another app, or before the key of the app changed',
    fix: [startAgain],
  },
  'state-expired': { says: 'the install took more than 15 minutes', fix: [startAgain] },
  'state-not-yet-valid': { says: 'the state is from the future, so a clock is off', fix: [clock, startAgain] },
  'state-used': { says: 'the install is complete, or was started in another browser', fix: [startAgain] },
  'body-too-large': {
    says: 'the request body is larger than the limit of the app',
    fix: ['The platform sends no such bodies. Check the sender.'],
  },
  'body-too-slow': {
    says: 'the request body did not arrive in time',
    fix: ['Check the tunnel or proxy in front of the app.'],
  },
  'body-malformed': {
    says: 'the signed body is not an event of the store in the signed header',
    fix: ['Check the sender, which has the signing secret.'],
  },
  'try-again': {
    says: 'the app could not store the event and returned 503, so the platform resends it',
    fix: ['Find the cause in the app output: `app dev logs`.'],
  },
  'no-install': {
    says: "the job's store and region have no install, so the job cannot run",
    fix: [install, 'Then retry the dead letter in the app.'],
  },
  'token-refused': {
    says: 'the platform rejects the token, or the app cannot decrypt it',
    fix: [install, 'Then retry the dead letter in the app.'],
  },
  embed_token_missing: { says: 'the request has no embed token', fix: ['Open the panel in the store admin.'] },
  embed_secret_missing: {
    says: 'the app has no signing secret, so it cannot verify an embed token',
    fix: ['Restart the app with the variables that `app env` lists.'],
  },
  embed_token_malformed: { says: 'the embed token is not readable', fix: [reopen] },
  embed_token_bad_signature: { says: "the embed token was not signed with the app's secret", fix: [signing, reopen] },
  embed_token_other_app: {
    says: 'the embed token is for another app',
    fix: ['Check that the panel URL in the registration belongs to this app.'],
  },
  embed_token_expired: { says: 'the embed token has expired', fix: [reopen, clock] },
  embed_token_not_yet_valid: { says: 'the embed token is from the future, so a clock is off', fix: [clock] },
  embed_store_not_installed: {
    says: 'the app has no install in this store and region',
    fix: [install, 'Then open the panel again.'],
  },
  session_missing: {
    says: "the browser sent no cookie for the panel's session",
    fix: [reopen, "If that does not help, allow the panel's cookie in the browser."],
  },
  session_ended: { says: "the panel's session has expired", fix: [reopen] },
  token_used: { says: 'the embed token was already used', fix: [reopen] },
  form_stale: {
    says: 'the form belongs to another session, so nothing was saved',
    fix: ['Reload the page, then save again.'],
  },
}
