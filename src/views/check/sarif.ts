import type { CheckReport } from '../../check/report.ts'
import { evidenceLine } from './evidence-line.ts'
import { acceptanceOf } from './report.ts'

/** Formats the report as SARIF 2.1.0: one rule per check, one result per finding. Findings have no source line, so each points at app.toml. */
export function sarifReport({ checks, findings }: CheckReport, version: string): string {
  const rules = checks.map(({ id, title }) => ({ id, shortDescription: { text: title } }))
  const results = findings.map(({ check, severity, title, why, remedy, rules: broken, evidence, accepted }) => ({
    ruleId: check,
    ruleIndex: checks.findIndex(({ id }) => id === check),
    level: severity,
    message: { text: [`${title}.`, why, remedy, ...evidence.map((one) => evidenceLine(one))].join('\n') },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'app.toml' }, region: { startLine: 1 } } }],
    properties: { rules: broken },
    ...(accepted !== null && { suppressions: [{ kind: 'external', justification: acceptanceOf(accepted) }] }),
  }))
  const driver = { name: 'svcapp', version, rules }
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
