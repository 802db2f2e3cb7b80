import { createHmac } from 'node:crypto'

import type { Bench } from '../../bench/bench.ts'
import { signEmbedText } from '../../bench/embed-token.ts'
import type { Place } from '../../bench/place.ts'
import type { Check } from '../../check.ts'
import { genuineToken, payloadText, signedToken, tokenFields, type TokenFields } from '../../panel/embed-token.ts'
import { mustRefuse } from './must-refuse.ts'

/** More than the allowed 60 s of skew, by more than two clocks of one machine ever differ. */
const BEYOND_SKEW = 75

/** Tokens that some of the eleven steps must refuse, in the order of the steps. */
export const refusedTokens: readonly Check[] = [
  mustRefuse({
    id: 'shape',
    title: 'A token without two halves is malformed',
    opened: 'The panel opens with a token that is none',
    rules: ['EMB-080', 'EMB-081', 'EMB-082'],
    why: 'Whatever a browser sends opens the store.',
    remedy: 'Split at the dot first, and refuse what has no dot, or has it at the start or the end.',
    code: 'embed_token_malformed',
    make: (bench, place) => {
      const payload = payloadText(tokenFields(bench, place))
      return [
        { what: 'no dot', token: payload },
        { what: 'a dot at the start', token: `.${signEmbedText(bench.signingSecret, '')}` },
        { what: 'a dot at the end', token: `${payload}.` },
      ]
    },
  }),
  mustRefuse({
    id: 'signature',
    title: 'A token that the platform has not signed is refused',
    opened: 'The panel opens with a token that the platform has not signed',
    rules: ['EMB-074', 'EMB-083', 'EMB-085'],
    why: 'Anybody on the internet can write such a token, and sees any store.',
    remedy:
      'Compare the whole signature with the HMAC-SHA256 of "service-embed-v1", LF and the base64url text, before anything of the payload is read.',
    code: 'embed_token_bad_signature',
    make: forgedTokens,
  }),
  mustRefuse({
    id: 'order',
    title: 'The signature is looked at before the payload',
    opened: 'The panel opens with a token that the platform has not signed',
    rules: ['EMB-077', 'EMB-098'],
    why: 'What was not signed is not worth reading: each step before the signature is open to everybody.',
    remedy: 'Verify the signature first, and parse second.',
    code: 'embed_token_bad_signature',
    needs: ['embed.signature'],
    make: (bench, place) => {
      const fields = tokenFields(bench, place)
      const forged = (changes: TokenFields) => signedToken('a secret of somebody else', { ...fields, ...changes })
      return [
        { what: 'forged, and of version 2', token: forged({ V: 2 }) },
        { what: 'forged, and of another app', token: forged({ AppKey: 'app.somebody.else' }) },
        { what: 'forged, and too old', token: forged(aged(bench, 3600)) },
        { what: 'forged, and no JSON', token: signedToken('a secret of somebody else', 'not JSON') },
      ]
    },
  }),
  mustRefuse({
    id: 'payload',
    title: 'A signed payload that is no token is malformed',
    opened: 'The panel opens with a signed payload that is no token',
    rules: ['EMB-087', 'EMB-097'],
    why: 'What is not understood must not open a store.',
    remedy: 'Refuse what is no JSON object with the documented fields.',
    code: 'embed_token_malformed',
    make: ({ signingSecret }) => [
      { what: 'not JSON', token: signedToken(signingSecret, 'not JSON') },
      { what: 'a list', token: signedToken(signingSecret, '[]') },
      { what: 'null', token: signedToken(signingSecret, 'null') },
      { what: 'an empty object', token: signedToken(signingSecret, '{}') },
    ],
  }),
  mustRefuse({
    id: 'version',
    title: 'A token of another version is malformed',
    opened: 'The panel opens with a token of version 2',
    rules: ['EMB-063', 'EMB-090', 'VER-004'],
    why: 'Another version may mean something else by the same fields.',
    remedy: 'Refuse every V that is not 1.',
    code: 'embed_token_malformed',
    make: (bench, place) => changed(bench, place, { 'V is 2': { V: 2 } }),
  }),
  mustRefuse({
    id: 'store-id',
    title: 'A token without a store is malformed',
    opened: 'The panel opens with a token that names no store',
    rules: ['EMB-091'],
    why: 'A filter for store 0 may find rows of no store, or of all.',
    remedy: 'Refuse a StoreId that is not greater than 0.',
    code: 'embed_token_malformed',
    make: (bench, place) =>
      changed(bench, place, { 'StoreId is 0': { StoreId: 0 }, 'StoreId is negative': { StoreId: -place.store.id } }),
  }),
  mustRefuse({
    id: 'other-app',
    title: 'A token for another app is refused',
    opened: 'The panel opens with a token for another app',
    rules: ['EMB-092'],
    why: 'A secret that two apps share, in a test setup for one, would let one into the data of the other.',
    remedy: 'Compare AppKey with SVCAPP_APP_KEY.',
    code: 'embed_token_other_app',
    make: (bench, place) =>
      changed(bench, place, {
        'of another app': { AppKey: 'app.somebody.else' },
        'of an app whose key begins alike': { AppKey: `${bench.config.key}2` },
        'of another app, and too old': { AppKey: 'app.somebody.else', ...aged(bench, 3600) },
      }),
  }),
  mustRefuse({
    id: 'expired',
    title: 'A token that has ended is refused',
    opened: 'The panel opens with a token that has ended',
    rules: ['EMB-094', 'EMB-096', 'LIM-010'],
    why: 'Addresses stay in histories and logs: a token that does not end is a key for whoever finds one.',
    remedy: 'Refuse when Exp is more than 60 seconds ago.',
    code: 'embed_token_expired',
    make: (bench, place) =>
      changed(bench, place, {
        [`ended ${BEYOND_SKEW} s ago`]: aged(bench, 120 + BEYOND_SKEW),
        'ended a day ago': aged(bench, 86_400),
      }),
  }),
  mustRefuse({
    id: 'future',
    title: 'A token from the future is refused',
    opened: 'The panel opens with a token from the future',
    rules: ['EMB-095', 'EMB-096', 'LIM-010'],
    why: 'A token that is issued ahead lives longer than the 120 seconds that it may.',
    remedy: 'Refuse when Iat is more than 60 seconds ahead.',
    code: 'embed_token_not_yet_valid',
    make: (bench, place) =>
      changed(bench, place, {
        [`issued in ${BEYOND_SKEW} s`]: aged(bench, -BEYOND_SKEW),
        'issued in an hour': aged(bench, -3600),
      }),
  }),
]

/** Tokens that are genuine except for these fields, by what is wrong with them. */
function changed(bench: Bench, place: Place, changes: Readonly<Record<string, TokenFields>>) {
  return Object.entries(changes).map(([what, fields]) => ({ what, token: genuineToken(bench, place, fields) }))
}

/** The times of a token that was issued this many seconds ago for 120 seconds. */
function aged(bench: Bench, seconds: number): TokenFields {
  const Iat = Math.floor(bench.now().getTime() / 1000) - seconds
  return { Iat, Exp: Iat + 120 }
}

function forgedTokens(bench: Bench, place: Place) {
  const { signingSecret, clientSecret } = bench
  const fields = tokenFields(bench, place)
  const payload = payloadText(fields)
  const right = signEmbedText(signingSecret, payload)
  const other = payloadText({ ...fields, Exp: Number(fields['Exp']) + 1 })
  const signatures = {
    'another last digit': right.slice(0, -1) + (right.endsWith('0') ? '1' : '0'),
    'half of it': right.slice(0, 32),
    'one digit': right.slice(0, 1),
    'not hex': 'z'.repeat(64),
    'the client secret': signEmbedText(clientSecret, payload),
    'an empty secret': signEmbedText('', payload),
    'the secret decoded from hex': signEmbedText(Buffer.from(signingSecret, 'hex'), payload),
    'without the domain': createHmac('sha256', signingSecret).update(payload).digest('hex'),
    'of the decoded payload': signEmbedText(signingSecret, JSON.stringify(fields)),
  }
  return [
    ...Object.entries(signatures).map(([what, signature]) => ({ what, token: `${payload}.${signature}` })),
    { what: 'a payload that was changed', token: `${other}.${right}` },
  ]
}
