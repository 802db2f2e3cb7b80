import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { mustReject } from './rejected.ts'

/** The signature covers bytes: neither their decoded text, nor their parsed value. */
export const rawByteChecks: readonly Check[] = [
  mustReject({
    id: 'bytes',
    title: 'A delivery whose bytes were changed is rejected, even if the decoded text is the same',
    accepted: 'A delivery whose bytes differ from the signed bytes is accepted',
    rules: ['HOOK-009', 'HOOK-012'],
    needs: ['signature.value', 'signature.body'],
    why: 'The app verifies the decoded text instead of the received bytes. Different bytes can decode to the same text, and decoding changes bytes that are not valid UTF-8.',
    remedy: "Pass the body's bytes to the HMAC as a Buffer or Uint8Array, and decode them afterwards.",
    make: async (harness) => {
      const { delivery } = await harness.event({ extra: { note: '\ufffd' } })
      const bytes = Buffer.from(delivery.body).toString('latin1')
      return [
        {
          what: 'a byte that is not valid UTF-8 instead of U+FFFD',
          body: Buffer.from(bytes.replace('\xef\xbf\xbd', '\xff'), 'latin1'),
        },
        { what: 'a byte order mark in front', body: Buffer.from(`\xef\xbb\xbf${bytes}`, 'latin1') },
      ].map(({ what, body }) => ({ what, delivery: { ...delivery, body } }))
    },
  }),
  {
    id: 'signature.raw',
    title: 'A genuine delivery is accepted however its JSON is formatted',
    rules: ['HOOK-012'],
    needs: ['answer.order', 'signature.reserialised', 'signature.bytes'],
    run: async (harness) => {
      const { envelope } = await harness.event()
      const { eventId, data: genuine, ...rest } = envelope
      // Only members of the envelope, because another check judges further ones.
      const data = Object.fromEntries(
        Object.entries({ ...Object(genuine), orderNumber: 'Größe \u{1f600} \u2028' }).toReversed(),
      )
      const body = Buffer.from(
        ` ${JSON.stringify({ ...rest, data, eventId: `${eventId}0` }, null, 3)}\n`.replace('ö', String.raw`\u00f6`),
      )
      const { delivery } = await harness.event({ body })
      const answer = await lastAnswer(harness, harness.app, delivery)
      if (isTaken(answer)) return []
      return [
        {
          severity: 'error',
          title: 'A genuine delivery is rejected when its JSON has different spacing, key order or characters',
          why: 'The platform does not promise a JSON format. The signature covers the bytes, and their format may change.',
          remedy: 'Verify the raw bytes of the body before you parse them.',
          evidence: [requestEvidence(delivery, answer)],
        },
      ]
    },
  },
]
