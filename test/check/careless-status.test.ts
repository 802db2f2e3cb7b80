import { afterAll, describe, expect, it } from 'vitest'

import { checkCareless, forgetCareless } from './support/careless.ts'

afterAll(forgetCareless)

describe.concurrent('the status of a refused delivery', () => {
  it('404 is worth a note and no error: the documents leave open how an app refuses', async () => {
    const { findings, counts } = await checkCareless({ careless: 'signature-not-found', only: ['signature'] })

    expect(findings).toMatchObject([
      {
        check: 'signature.status',
        severity: 'note',
        rules: [],
        title: 'A forged delivery is answered 404, as if nothing were at this address',
        evidence: [{ kind: 'request', status: 404 }],
      },
    ])
    expect(counts.errors + counts.warnings).toBe(0)
  })

  it.each(['', 'refuses-with-403'])('401 and 403 are worth none: %s', async (careless) => {
    const { checks, findings } = await checkCareless({ careless, only: ['signature.status'] })

    expect({ checks, findings }).toMatchObject({ checks: [{ outcome: 'passed' }], findings: [] })
  })
})
