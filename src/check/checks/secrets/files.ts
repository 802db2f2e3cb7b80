import type { Check } from '../../check.ts'
import { findings } from '../../finding.ts'
import { day, listed, secretsIn } from './day.ts'

export const files: Check = {
  id: 'secrets.files',
  title: 'No secret is on disk in plain text',
  rules: ['GEN-003'],
  needs: ['install.works'],
  run: async (harness) => {
    const { secrets } = await day(harness)
    // By then a code is used and an embed token expires after two minutes, so an app may record those it has seen.
    const lasting = secrets.filter(({ kind }) => kind !== 'authorization code' && kind !== 'embed token')
    const written = await harness.app.written()
    const found = written.flatMap(({ path, bytes }) => {
      const kinds = secretsIn(bytes.toString('latin1'), lasting)
      return kinds.length === 0 ? [] : [{ path, kinds }]
    })
    const kinds = [...new Set(found.flatMap((one) => one.kinds))].toSorted((a, b) => a.localeCompare(b))
    return findings(
      found.map(({ path }) => ({ kind: 'file', path })),
      {
        severity: 'error',
        title: `The app writes ${listed(kinds)} to disk in plain text`,
        why: 'A token never expires. Anyone who gets a backup, a container image or the database can act as the app in every store.',
        remedy:
          'Encrypt tokens with a key that is stored elsewhere (AES-256-GCM with SVCAPP_TOKEN_KEY), and do not write any other secret.',
      },
    )
  },
}
