import type { Advice } from '../../errors/advice.ts'
import type { RefusalReason } from '../../gateway/delivery.ts'
import type { ForwardError } from '../../journal/attempts.ts'
import { verifyCommand } from '../../webhooks/verify/verify-command.ts'

/** What one word of a list says, and what to do about it. */
export interface NoteWord {
  /** In the middle of a line: no capital, no full stop. */
  readonly says: string
  readonly fix: readonly Advice[]
}

/** What stands behind a word: a request that the gateway refused, a delivery of its own answer, an attempt at the app, a call of the app. */
export type NoteKind = 'refusal' | 'attempt' | 'delivery' | 'call'

const look = `\`${verifyCommand}\` shows what is wrong with a request.`
const clocks = {
  emulator: 'Check the clock of this machine, and `app emulator clock show`.',
  live: 'Check the clock of this machine.',
}

/** Why a request at the webhook path was no delivery. */
const refusalWords: Readonly<Record<RefusalReason, NoteWord>> = {
  'header-missing': { says: 'a header that every delivery has is missing or empty', fix: [look] },
  'header-repeated': { says: 'a signed header came more than once, so nobody can say which one counts', fix: [look] },
  'timestamp-malformed': { says: 'X-Service-Timestamp is not Unix seconds in plain digits', fix: [look] },
  'store-malformed': { says: 'X-Service-Store is not the numeric id of a store', fix: [look] },
  'signature-malformed': { says: 'X-Service-Hmac-Sha256 is not 64 characters of lowercase hex', fix: [look] },
  'signature-mismatch': {
    says: 'the signature does not fit: signed with another secret, or the body was changed on the way',
    fix: [
      {
        emulator: 'Was the signing secret rotated? Then run `app secret rotate signing`.',
        live: 'Was the signing secret rotated? Then run `app secret set signing`.',
      },
      look,
    ],
  },
  'too-old': {
    says: 'the signature is right, but more than 300 s old: a repeat of an earlier request, or a clock is off',
    fix: [clocks],
  },
  'too-new': { says: 'the signature is right, but more than 300 s in the future: a clock is off', fix: [clocks] },
  'no-secret': { says: 'the gateway knows no signing secret, so it can verify nothing', fix: ['Run `app register`.'] },
  'too-large': {
    says: 'the body is larger than the gateway takes: 1 MiB',
    fix: ['The platform sends none so large: look at who sent it.'],
  },
  'too-slow': { says: 'the body did not come in time', fix: ['Look at what lies in between: a tunnel or a proxy.'] },
  'too-many': {
    says: 'too many deliveries were on their way to the app at once',
    fix: ['The platform sends it again. Let the app answer first and work later.'],
  },
}

/** Why the app gave no answer that could be passed on. */
const failureWords: Readonly<Record<ForwardError, NoteWord>> = {
  'app-unreachable': {
    says: 'the app does not listen',
    fix: [
      'Start it with `app dev` or `npm start`, at the port that `port` under `[dev]` in app.toml names.',
      'Then send again what it missed: `app webhook retry --failed`.',
    ],
  },
  'app-timeout': {
    says: 'the app did not answer in time',
    fix: ['Let it answer first and work later.', 'Then send again what it missed: `app webhook retry --failed`.'],
  },
  'app-disconnected': {
    says: 'the app broke off its answer',
    fix: ['Its own output says why: `app dev logs`.', 'Then send again what it missed: `app webhook retry --failed`.'],
  },
  'app-port-of-another-user': {
    says: "another user of this machine holds the app's port: nothing was handed on",
    fix: ['Give the app another port: `port` under `[dev]` in app.toml.'],
  },
  'app-down': {
    says: 'the app is down, and another program has its port: nothing was forwarded',
    fix: ['Stop that program, or give the app another port: `port` under `[dev]` in app.toml.'],
  },
  'app-response-invalid': {
    says: 'the answer of the app is not HTTP that can be passed on',
    fix: ['Its headers or its status are not valid: look at what writes them.'],
  },
}

/** What else an attempt at the app, or the gateway in its place, may say. */
const attemptWords: Readonly<Record<string, NoteWord>> = {
  ...failureWords,
  'held-back': {
    says: 'a copy of an event that the app has accepted already, so it was not handed on',
    fix: ['Nothing: `app webhook replay <number>` sends it all the same.'],
  },
  'event-conflict': {
    says: 'an event with this eventId and other bytes is in the journal, so the app never saw this one',
    fix: ['`app webhook show <eventId>` shows the one that came first.'],
  },
  'journal-unavailable': {
    says: 'the journal could not be written, so the delivery was not handed on',
    fix: ['`app doctor` looks at the journal and the disk. The platform sends it again.'],
  },
}

/** What the gateway noticed about a delivery. */
const deliveryWords: Readonly<Record<string, NoteWord>> = {
  'other-store': {
    says: 'the signed body names another store than the signed header',
    fix: ['The header counts: take the store from X-Service-Store.'],
  },
  imported: {
    says: 'it did not arrive here: `app webhook replay --from` read it from a file, and masked personal data',
    fix: ['`app webhook show` prints the masked body.'],
  },
  'too-late': {
    says: 'the platform did not wait for the answer, and counts it as failed, whatever the app said',
    fix: ['Let the app answer first and work later.'],
  },
}

/** What the gateway noticed about a call of the app. */
export const callWords: Readonly<Record<string, NoteWord>> = {
  'exchange-rejected': {
    says: 'the client id is not that of this app: refused here, nothing was sent',
    fix: ['`app env` shows what the app is to start with; restart it.'],
  },
  'partial-failure': {
    says: '200, but rows failed: read results',
    fix: ['`app explain api.partial-failure` says how.'],
  },
  'pin-ignored': {
    says: 'the token is locked to another region: the platform ignores this pin',
    fix: ['Send the region of the install or none, or install the app for the whole store.'],
  },
  unpinned: {
    says: 'no region was named: send X-Region-Id',
    fix: ['With a store-wide token name the region in each call.'],
  },
  'pin-missing': {
    says: 'a store-wide token needs a region here: send X-Region-Id',
    fix: ['`app context` lists the regions.'],
  },
  'platform-unreachable': {
    says: 'the platform does not answer',
    fix: [
      {
        emulator: 'Does the emulator run? `app emulator status`; `app emulator start` starts it.',
        live: 'Check the network: `app doctor`.',
      },
    ],
  },
  'answer-of-another': {
    says: 'not an answer of the platform: a proxy, or another program at its address; this says nothing of the token',
    fix: ['`app doctor` says what listens there.'],
  },
  'token-rejected': {
    says: 'the platform does not accept the token: it is dead, or of another install',
    fix: ['Install through the app: `i` in `app dev`, or `app dev --reinstall`.'],
  },
  'token-inconsistent': {
    says: 'the token does not fit the registered install scope: put that back, or uninstall and install again',
    fix: [
      {
        emulator: '`install_scope` in app.toml, then `app register`; or `app uninstall` and `app install`.',
        live: 'Restore install_scope in the developer console. Or let the store owner uninstall the app, then `app install`.',
      },
    ],
  },
  'token-or-region-rejected': {
    says: 'the region is not one of this install, or the token is dead',
    fix: ['`app token list` shows the installs and their regions.'],
  },
  'redirect-rejected': {
    says: 'a redirect, which is never followed',
    fix: ['Look at the base address that the app calls.'],
  },
  'answer-broken-off': {
    says: 'the answer broke off',
    fix: ['What was asked may have been done: look before you repeat a write.'],
  },
  'live-locked': {
    says: 'locked: app live allow --for 10m, or access = "write" in app.toml',
    fix: ['`app explain live.locked` says more.'],
  },
  'answer-invalid': {
    says: 'the answer is not HTTP that can be passed on',
    fix: ['Look at what answers at the address of the platform: a proxy may.'],
  },
  'token-exchange': { says: 'the exchange of a code for a token', fix: ['Nothing: it is how an install ends.'] },
}

const kinds: readonly (readonly [NoteKind, Readonly<Record<string, NoteWord>>])[] = [
  ['attempt', attemptWords],
  ['delivery', deliveryWords],
  ['refusal', refusalWords],
  ['call', callWords],
]

/** Every word that a list or a line prints alone, with what it says. */
export const noteWords: ReadonlyMap<string, NoteWord & { readonly kind: NoteKind }> = new Map(
  kinds.flatMap(([kind, table]) => Object.entries(table).map(([word, one]) => [word, { ...one, kind }] as const)),
)
