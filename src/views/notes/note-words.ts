import type { RejectReason } from '../../gateway/delivery.ts'
import type { ForwardError } from '../../journal/attempts.ts'
import { verifyAdvice } from '../../webhooks/verify/verify-command.ts'
import { kitWords } from './kit-words.ts'
import type { NoteWord } from './note-word.ts'

/** Subject of a word: a request that the gateway rejected, a delivery, an attempt to reach the app, a call by the app, or the app itself. */
export type NoteKind = 'refusal' | 'attempt' | 'delivery' | 'call' | 'app'

const clocks = {
  emulator: "Check this machine's clock and the emulator's clock (`app emulator clock show`).",
  live: "Check this machine's clock.",
}

/** Why a request to the webhook path was not a delivery. */
const refusalWords: Readonly<Record<RejectReason, NoteWord>> = {
  'header-missing': { says: 'a required header is missing or empty', fix: [verifyAdvice] },
  'header-repeated': {
    says: 'a signed header occurs more than once, so the valid value is unknown',
    fix: [verifyAdvice],
  },
  'timestamp-malformed': { says: 'X-Service-Timestamp is not Unix seconds in plain digits', fix: [verifyAdvice] },
  'store-malformed': { says: 'X-Service-Store is not a numeric store id', fix: [verifyAdvice] },
  'signature-malformed': { says: 'X-Service-Hmac-Sha256 is not 64 characters of lowercase hex', fix: [verifyAdvice] },
  'signature-mismatch': {
    says: 'the signature does not match: wrong secret, or the body was changed in transit',
    fix: [
      {
        emulator: 'If the signing secret was rotated, run `app secret rotate signing`.',
        live: 'If the signing secret was rotated, run `app secret set signing`. If SVCAPP_SIGNING_SECRET is set, it overrides the stored secret.',
      },
      verifyAdvice,
    ],
  },
  'too-old': {
    says: 'the signature is right, but more than 300 s old: the request repeats an earlier one, or a clock is off',
    fix: [clocks],
  },
  'too-new': { says: 'the signature is right, but more than 300 s in the future, so a clock is off', fix: [clocks] },
  'no-secret': {
    says: 'the gateway has no signing secret, so it cannot verify deliveries',
    fix: ['Run `app register`.'],
  },
  'too-large': {
    says: "the body is larger than the gateway's limit of 1 MiB",
    fix: ['The platform sends no such bodies. Check the sender.'],
  },
  'too-slow': { says: 'the body did not arrive in time', fix: ['Check the tunnel or proxy in front of the gateway.'] },
  'too-many': {
    says: 'too many deliveries to the app were in flight',
    fix: ['The platform resends the delivery. Respond first and do the work later.'],
  },
}

/** Why the app sent no response that the gateway could forward. */
const failureWords: Readonly<Record<ForwardError, NoteWord>> = {
  'app-unreachable': {
    says: 'the app does not listen',
    fix: [
      'Start the app with `app dev` or `npm start`, on the port set by `port` under `[dev]` in app.toml.',
      'Then resend the missed deliveries: `app webhook retry --failed`.',
    ],
  },
  'app-timeout': {
    says: 'the app did not respond in time',
    fix: ['Respond first and do the work later.', 'Then resend the missed deliveries: `app webhook retry --failed`.'],
  },
  'app-disconnected': {
    says: 'the app closed the connection before its response was complete',
    fix: ['Check the output: `app dev logs`.', 'Then resend the missed deliveries: `app webhook retry --failed`.'],
  },
  'app-port-of-another-user': {
    says: "nothing was forwarded, because another user's process uses the app's port",
    fix: ['Set another port: `port` under `[dev]` in app.toml.'],
  },
  'app-down': {
    says: 'nothing was forwarded, because the app is down and another program uses its port',
    fix: ['Stop that program, or give the app another port: `port` under `[dev]` in app.toml.'],
  },
  'app-response-invalid': {
    says: "the app's response is not valid HTTP",
    fix: ["Check the code that writes the response's status and headers."],
  },
}

/** Other notes about an attempt, from the app or from the gateway instead. */
const attemptWords: Readonly<Record<string, NoteWord>> = {
  ...failureWords,
  'held-back': {
    says: 'duplicate of an accepted event, not forwarded',
    fix: ['Nothing to do. To send the event anyway: `app webhook replay <number>`.'],
  },
  'event-conflict': {
    says: 'the journal has a different event with this eventId, so this event was not forwarded',
    fix: ['Show the earlier event: `app webhook show <eventId>`.'],
  },
  'journal-unavailable': {
    says: 'the journal could not be written, so the delivery was not forwarded',
    fix: ['Check the journal and the disk with `app doctor`. The platform resends the delivery.'],
  },
}

/** The gateway's notes about a delivery. */
const deliveryWords: Readonly<Record<string, NoteWord>> = {
  'other-store': {
    says: 'the store in the signed body differs from the store in the signed header',
    fix: ['Use the store in X-Service-Store, not the store in the body.'],
  },
  imported: {
    says: 'imported from a file by `app webhook replay --from`, with masked personal data',
    fix: ['To see the masked body, run `app webhook show`.'],
  },
  'too-late': {
    says: 'the platform stopped waiting and counts the delivery as failed, whatever the response',
    fix: ['Respond first and do the work later.'],
  },
}

/** The gateway's notes about a call by the app. */
export const callWords: Readonly<Record<string, NoteWord>> = {
  'exchange-rejected': {
    says: 'the client id belongs to another app, so this tool rejected the call and sent nothing',
    fix: ['Restart the app with the variables that `app env` lists.'],
  },
  'partial-failure': {
    says: '200, but some rows failed: read `results`',
    fix: ['For the next steps, run `app explain api.partial-failure`.'],
  },
  'pin-ignored': {
    says: 'the token is locked to another region, so the platform ignores this pin',
    fix: ["Send the install's region or no region, or install the app for the whole store."],
  },
  unpinned: {
    says: 'the call has no region: send X-Region-Id',
    fix: ['With a store-wide token, set the region in each call.'],
  },
  'pin-missing': {
    says: 'a store-wide token needs a region for this call: send X-Region-Id',
    fix: ['To list the regions, run `app context`.'],
  },
  'platform-unreachable': {
    says: 'the platform does not respond',
    fix: [
      {
        emulator: 'Check the emulator: `app emulator status`. To start it: `app emulator start`.',
        live: 'Check the network: `app doctor`.',
      },
    ],
  },
  'answer-of-another': {
    says: "the response came from a proxy or another program at the platform's address. The token may still be valid",
    fix: ["To see which program listens at the platform's address, run `app doctor`."],
  },
  'token-rejected': {
    says: 'the platform rejects the token, which is revoked or belongs to another install',
    fix: [
      {
        emulator: 'Install through the app: `i` in `app dev`, or `app dev --reinstall`.',
        live: 'Install through the app, which revokes the current token: `i` in `app dev`, or `app dev --reinstall`.',
      },
    ],
  },
  'token-inconsistent': {
    says: 'the token does not match the registered install scope: restore the scope, or uninstall and reinstall',
    fix: [
      {
        emulator:
          'Restore install_scope in app.toml, then run `app register`. Or run `app uninstall`, then `app install`.',
        live: 'Restore install_scope in the developer console. Or ask the store owner to uninstall the app, then run `app install`.',
      },
    ],
  },
  'token-or-region-rejected': {
    says: 'the region does not belong to this install, or the token is revoked',
    fix: ['To list the installs and their regions, run `app token list`.'],
  },
  'redirect-rejected': {
    says: 'the response is a redirect, which is never followed',
    fix: ['Check the base URL that the app calls.'],
  },
  'answer-broken-off': {
    says: 'the response was incomplete',
    fix: ['The request may have been processed. Check before you repeat a write.'],
  },
  'live-locked': {
    says: 'locked: run `app live allow --for 10m`, or set access = "write" in app.toml',
    fix: ['For details, run `app explain live.locked`.'],
  },
  'answer-invalid': {
    says: 'the response is not valid HTTP',
    fix: ["Check which program responds at the platform's address. It may be a proxy."],
  },
  'token-exchange': {
    says: 'the exchange of a code for a token',
    fix: ['Nothing to do. Every install ends with this call.'],
  },
}

const kinds: readonly (readonly [NoteKind, Readonly<Record<string, NoteWord>>])[] = [
  ['attempt', attemptWords],
  ['delivery', deliveryWords],
  ['refusal', refusalWords],
  ['call', callWords],
  ['app', kitWords],
]

/** Every word that a list or line prints alone, with its meaning. */
export const noteWords: ReadonlyMap<string, NoteWord & { readonly kind: NoteKind }> = new Map(
  kinds.flatMap(([kind, table]) => Object.entries(table).map(([word, one]) => [word, { ...one, kind }] as const)),
)
