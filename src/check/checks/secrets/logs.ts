import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { day, listed, secretsIn } from './day.ts'

export const logs: Check = {
  id: 'secrets.logs',
  title: 'No secret is written to the log',
  rules: ['GEN-003'],
  needs: ['install.works'],
  run: async (harness) => {
    const { secrets } = await day(harness)
    const { output } = harness.app
    const text = `${output.text('stdout')}\n${output.text('stderr')}`
    const kinds = secretsIn(text, secrets)
    if (kinds.length === 0) return []
    const line = text.split('\n').find((one) => secretsIn(one, secrets).length > 0) ?? ''
    return error({
      title: `The app writes ${listed(kinds)} to its log`,
      why: 'Logs are stored, copied and read by many people. Anyone who reads this log can act as the app in every store.',
      remedy: 'Log ids and outcomes. Never log a whole request, URL, configuration or exchange response.',
      evidence: [{ kind: 'log', line: line.slice(0, 500) }],
    })
  },
}
