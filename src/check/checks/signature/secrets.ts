import { createHash } from 'node:crypto'

import type { Check } from '../../check.ts'
import { mustReject } from './rejected.ts'
import { signedWith } from './signed-with.ts'

/** Deliveries that are signed with something other than the text of the signing secret. */
export const secretChecks: readonly Check[] = [
  mustReject({
    id: 'secret',
    title: 'A delivery signed with another secret is rejected',
    accepted: 'A delivery signed with another secret is accepted',
    rules: ['HOOK-011'],
    why: 'Anyone can send events to the app without knowing the signing secret.',
    remedy: 'Verify with SVCAPP_SIGNING_SECRET only, and reject with 401 if the signature differs.',
    make: async (harness) => {
      const { delivery } = await harness.event()
      const secrets: readonly (readonly [string, string | Buffer])[] = [
        ['another secret', createHash('sha256').update(harness.signingSecret).digest('hex')],
        ['the client secret', harness.clientSecret],
        ['the client id', harness.clientId],
        ['an empty secret', ''],
        ['the word undefined', 'undefined'],
      ]
      return secrets.map(([what, secret]) => ({ what: `signed with ${what}`, delivery: signedWith(delivery, secret) }))
    },
  }),
  mustReject({
    id: 'hex-key',
    title: 'A delivery signed with the hex-decoded secret is rejected',
    accepted: 'A delivery signed with the hex-decoded secret is accepted',
    rules: ['HOOK-011'],
    why: 'The key is the secret as text (64 characters). An app that also accepts another key accepts forged deliveries.',
    remedy: 'Pass the secret to the HMAC unchanged, without Buffer.from(secret, "hex").',
    make: async (harness) => {
      const { delivery } = await harness.event()
      return [
        {
          what: 'signed with the hex-decoded secret',
          delivery: signedWith(delivery, Buffer.from(harness.signingSecret, 'hex')),
        },
      ]
    },
  }),
]
