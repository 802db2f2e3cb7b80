import { createHmac } from 'node:crypto'

import type { Check } from '../../check.ts'
import { signEmbedText } from '../../harness/embed-token.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { genuineToken, payloadText, signedToken, tokenFields, type TokenFields } from '../../panel/embed-token.ts'
import { mustReject } from './must-reject.ts'

/** Exceeds the allowed 60 s of skew by more than two clocks of one machine ever differ. */
const BEYOND_SKEW = 75

/** Tokens that some of the eleven steps must reject, in step order. */
export const refusedTokens: readonly Check[] = [
  mustReject({
    id: 'shape',
    title: 'A token that is not two parts joined by a dot is rejected as malformed',
    opened: 'The panel opens with something that is not a token',
    rules: ['EMB-080', 'EMB-081', 'EMB-082'],
    why: 'Any text that a browser sends opens the store.',
    remedy: 'Split at the dot first, and reject a token without a dot, or with a dot at the start or the end.',
    code: 'embed_token_malformed',
    make: (harness, place) => {
      const payload = payloadText(tokenFields(harness, place))
      return [
        { what: 'no dot', token: payload },
        { what: 'a dot at the start', token: `.${signEmbedText(harness.signingSecret, '')}` },
        { what: 'a dot at the end', token: `${payload}.` },
      ]
    },
  }),
  mustReject({
    id: 'signature',
    title: 'A token that the platform did not sign is rejected',
    opened: 'The panel opens with a token that the platform did not sign',
    rules: ['EMB-074', 'EMB-083', 'EMB-085'],
    why: 'Anyone on the internet can create such a token and see any store.',
    remedy:
      'Compare the whole signature with the HMAC-SHA256 of "service-embed-v1", LF and the base64url text, before you read anything from the payload.',
    code: 'embed_token_bad_signature',
    make: forgedTokens,
  }),
  mustReject({
    id: 'order',
    title: 'The signature is checked before the payload',
    opened: 'The panel opens with a token that the platform did not sign',
    rules: ['EMB-077', 'EMB-098'],
    why: 'An unsigned payload cannot be trusted. Any code that runs before the signature check is open to attackers.',
    remedy: 'Verify the signature first, then parse the payload.',
    code: 'embed_token_bad_signature',
    needs: ['embed.signature'],
    make: (harness, place) => {
      const fields = tokenFields(harness, place)
      const forged = (changes: TokenFields) => signedToken('another secret', { ...fields, ...changes })
      return [
        { what: 'forged, and version 2', token: forged({ V: 2 }) },
        { what: 'forged, and for another app', token: forged({ AppKey: 'app.somebody.else' }) },
        { what: 'forged, and expired', token: forged(aged(harness, 3600)) },
        { what: 'forged, and not JSON', token: signedToken('another secret', 'not JSON') },
      ]
    },
  }),
  mustReject({
    id: 'payload',
    title: 'A signed payload that is not a token is rejected as malformed',
    opened: 'The panel opens with a signed payload that is not a token',
    rules: ['EMB-087', 'EMB-097'],
    why: 'A payload that the app does not understand must not open a store.',
    remedy: 'Reject a payload that is not a JSON object with the documented fields.',
    code: 'embed_token_malformed',
    make: ({ signingSecret }) => [
      { what: 'not JSON', token: signedToken(signingSecret, 'not JSON') },
      { what: 'an array', token: signedToken(signingSecret, '[]') },
      { what: 'null', token: signedToken(signingSecret, 'null') },
      { what: 'an empty object', token: signedToken(signingSecret, '{}') },
    ],
  }),
  mustReject({
    id: 'version',
    title: 'A token with another version is rejected as malformed',
    opened: 'The panel opens with a version 2 token',
    rules: ['EMB-063', 'EMB-090', 'VER-004'],
    why: 'Another version may give the same fields a different meaning.',
    remedy: 'Reject every V other than 1.',
    code: 'embed_token_malformed',
    make: (harness, place) => changed(harness, place, { 'V is 2': { V: 2 } }),
  }),
  mustReject({
    id: 'store-id',
    title: 'A token without a store is rejected as malformed',
    opened: 'The panel opens with a token without a store',
    rules: ['EMB-091'],
    why: 'A filter for store 0 may match rows without a store, or rows of every store.',
    remedy: 'Reject a StoreId that is not greater than 0.',
    code: 'embed_token_malformed',
    make: (harness, place) =>
      changed(harness, place, { 'StoreId is 0': { StoreId: 0 }, 'StoreId is negative': { StoreId: -place.store.id } }),
  }),
  mustReject({
    id: 'other-app',
    title: 'A token for another app is rejected',
    opened: 'The panel opens with a token for another app',
    rules: ['EMB-092'],
    why: "If two apps share a secret, for example in a test setup, each app can access the other app's data.",
    remedy: 'Compare AppKey with SVCAPP_APP_KEY.',
    code: 'embed_token_other_app',
    make: (harness, place) =>
      changed(harness, place, {
        'for another app': { AppKey: 'app.somebody.else' },
        'for an app with a similar key': { AppKey: `${harness.config.key}2` },
        'for another app, and expired': { AppKey: 'app.somebody.else', ...aged(harness, 3600) },
      }),
  }),
  mustReject({
    id: 'expired',
    title: 'An expired token is rejected',
    opened: 'The panel opens with an expired token',
    rules: ['EMB-094', 'EMB-096', 'LIM-010'],
    why: 'URLs stay in browser history and logs. Anyone who finds a token that never expires can use it.',
    remedy: 'Reject the token when Exp is more than 60 seconds in the past.',
    code: 'embed_token_expired',
    make: (harness, place) =>
      changed(harness, place, {
        [`expired ${BEYOND_SKEW} s ago`]: aged(harness, 120 + BEYOND_SKEW),
        'expired a day ago': aged(harness, 86_400),
      }),
  }),
  mustReject({
    id: 'future',
    title: 'A token issued in the future is rejected',
    opened: 'The panel opens with a token issued in the future',
    rules: ['EMB-095', 'EMB-096', 'LIM-010'],
    why: 'A token issued in the future is valid for longer than the allowed 120 seconds.',
    remedy: 'Reject the token when Iat is more than 60 seconds in the future.',
    code: 'embed_token_not_yet_valid',
    make: (harness, place) =>
      changed(harness, place, {
        [`issued ${BEYOND_SKEW} s in the future`]: aged(harness, -BEYOND_SKEW),
        'issued an hour in the future': aged(harness, -3600),
      }),
  }),
]

/** Returns tokens that are genuine except for these fields, by fault. */
function changed(harness: Harness, place: InstallPlace, changes: Readonly<Record<string, TokenFields>>) {
  return Object.entries(changes).map(([what, fields]) => ({ what, token: genuineToken(harness, place, fields) }))
}

/** Returns the times of a token that was issued this many seconds ago for 120 seconds. */
function aged(harness: Harness, seconds: number): TokenFields {
  const Iat = Math.floor(harness.now().getTime() / 1000) - seconds
  return { Iat, Exp: Iat + 120 }
}

function forgedTokens(harness: Harness, place: InstallPlace) {
  const { signingSecret, clientSecret } = harness
  const fields = tokenFields(harness, place)
  const payload = payloadText(fields)
  const right = signEmbedText(signingSecret, payload)
  const other = payloadText({ ...fields, Exp: Number(fields['Exp']) + 1 })
  const signatures = {
    'another last digit': right.slice(0, -1) + (right.endsWith('0') ? '1' : '0'),
    'half of the signature': right.slice(0, 32),
    'one digit': right.slice(0, 1),
    'not hex': 'z'.repeat(64),
    'signed with the client secret': signEmbedText(clientSecret, payload),
    'signed with an empty secret': signEmbedText('', payload),
    'signed with the hex-decoded secret': signEmbedText(Buffer.from(signingSecret, 'hex'), payload),
    'signed without service-embed-v1': createHmac('sha256', signingSecret).update(payload).digest('hex'),
    'signed over the decoded payload': signEmbedText(signingSecret, JSON.stringify(fields)),
  }
  return [
    ...Object.entries(signatures).map(([what, signature]) => ({ what, token: `${payload}.${signature}` })),
    { what: 'a changed payload', token: `${other}.${right}` },
  ]
}
