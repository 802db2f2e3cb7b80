import { expect, it } from 'vitest'

import { triageRefusal, type Evidence } from '../../src/install/triage.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)

const nothing: Evidence = {
  obtainedAt: at('12:00:00'),
  sentAt: at('12:00:01'),
  usedBeforeAt: null,
  clientIdPrefixOk: true,
  clientSecretPrefixOk: true,
  secretOfApp: null,
  codeOfApp: null,
  platformDate: at('12:00:01'),
  secretPlace: 'SVCAPP_CLIENT_SECRET',
}

const causes = (evidence: Partial<Evidence>) => triageRefusal({ ...nothing, ...evidence }).map(({ cause }) => cause)

it.each<[Partial<Evidence>, string]>([
  [{ sentAt: at('12:05:01'), platformDate: at('12:05:01') }, 'code-expired'],
  [{ usedBeforeAt: at('11:59:00') }, 'code-used'],
  [{ clientIdPrefixOk: false }, 'client-id-shape'],
  [{ clientSecretPrefixOk: false }, 'client-secret-shape'],
  [{ secretOfApp: 'app.other.one' }, 'other-apps-secret'],
  [{ codeOfApp: 'app.other.one' }, 'other-apps-code'],
  [{ platformDate: at('12:03:00') }, 'clock-skew'],
  [{ platformDate: null }, 'unknown'],
  [{}, 'unknown'],
])('EXCH-049 tells from %j: %s', (evidence, cause) => {
  expect(causes(evidence)).toEqual([cause])
})

it('EXCH-050 looks at lifetime and single use before everything else', () => {
  const all = causes({
    sentAt: at('12:09:00'),
    usedBeforeAt: at('12:08:00'),
    clientSecretPrefixOk: false,
    clientIdPrefixOk: false,
    secretOfApp: 'app.other.one',
  })

  expect(all.slice(0, 2)).toEqual(['code-expired', 'code-used'])
})

it('INST-052 counts exactly five minutes as alive', () => {
  expect(causes({ sentAt: at('12:05:00'), platformDate: null })).toEqual(['unknown'])
})

it('names the place of a wrong secret, and the direction of a wrong clock', () => {
  expect(triageRefusal({ ...nothing, clientSecretPrefixOk: false })[0]?.words).toContain('SVCAPP_CLIENT_SECRET')
  expect(triageRefusal({ ...nothing, platformDate: at('12:03:01') })[0]?.words).toContain('180 s behind')
})
