import { afterAll, describe, expect, it } from 'vitest'

import { checkFaulty, forgetFaulty } from './support/faulty.ts'

afterAll(forgetFaulty)

describe.concurrent('the status of a rejected delivery', () => {
  it('404 causes a note and no error, because the documents do not fix the rejection status', async () => {
    const { findings, counts } = await checkFaulty({ faulty: 'signature-not-found', only: ['signature'] })

    expect(findings).toMatchObject([
      {
        check: 'signature.status',
        severity: 'note',
        rules: [],
        title: 'A forged delivery gets 404, as if the URL did not exist',
        evidence: [{ kind: 'request', status: 404 }],
      },
    ])
    expect(counts.errors + counts.warnings).toBe(0)
  })

  it.each(['', 'refuses-with-403'])('401 and 403 cause no finding: %s', async (faulty) => {
    const { checks, findings } = await checkFaulty({ faulty, only: ['signature.status'] })

    expect({ checks, findings }).toMatchObject({ checks: [{ outcome: 'passed' }], findings: [] })
  })
})

describe.concurrent('a finding that is accepted in app.toml', () => {
  const only = ['signature.status']
  const entry = { id: 'signature.status', reason: 'The proxy in front responds so.' }

  it('appears in the report with reason and date, and is no error', async () => {
    const accepted = [{ ...entry, until: '2999-12-31' }]
    const { findings, counts } = await checkFaulty({ faulty: 'signature-not-found', only, accepted })

    expect(findings).toMatchObject([{ accepted: { reason: entry.reason, until: '2999-12-31' } }])
    expect(counts).toMatchObject({ errors: 0, warnings: 0, notes: 0, accepted: 1 })
  })

  it('becomes an error after its date', async () => {
    const accepted = [{ ...entry, until: '2026-01-31' }]
    const { findings, counts } = await checkFaulty({ faulty: 'signature-not-found', only, accepted })

    expect(findings).toMatchObject([{ severity: 'error', accepted: null }])
    expect(findings[0]?.why).toMatch(/^app\.toml accepted this finding only until 2026-01-31 \(The proxy .*\)\./)
    expect(counts).toMatchObject({ errors: 1, accepted: 0 })
  })
})
