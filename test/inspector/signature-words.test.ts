import { expect, it } from 'vitest'

import { signatureWords } from '../../src/inspector/page/views/signature-words.ts'

const received = 'aa'.repeat(32)

it.each([
  ['aa'.repeat(32), 'the same'],
  ['bb'.repeat(32), 'different, because the secret was changed'],
  [null, 'no secret to compare with'],
])('a verified delivery stays verified, whatever the current secret: %s (HOOK-011)', (recomputed, today) => {
  const said = signatureWords({ verdict: 'verified', received, recomputed })

  expect(said).toEqual({ onArrival: 'verified on arrival', today })
})
