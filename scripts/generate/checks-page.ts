import { areaOf } from '../../src/check/area-of.ts'
import type { Check } from '../../src/check/check.ts'
import { shownBy, unchecked } from './reference/other-rules.ts'
import { table } from './reference/resource-page.ts'

/** Returns the page about `app check`: its checks, and for each rule for apps the check that tests it, or why there is none. */
export function checksPage(checks: readonly Check[]): string {
  return [
    '<!-- Generated from src/check by `npm run generate`; do not edit it. -->',
    '# Checks of an app',
    '`app check` runs your app and tests for common mistakes. This page lists its checks and the platform rules that they test ([rules.md](rules.md)). Checks without a rule are advice. `app check --list` prints the same list.',
    ...[...Map.groupBy(checks, ({ id }) => areaOf(id))].flatMap(([area, own]) => [
      `## ${area}`,
      table(
        ['check', 'what a pass shows', 'rules'],
        own.map(({ id, title, rules }) => [`\`${id}\``, title, rules.join(' ')]),
      ),
    ]),
    '## Rules and their checks',
    'This table lists the rules that an app must follow. A check in parentheses tests something else, but also fails if the app breaks the rule.',
    table(
      ['rule', 'checks'],
      [...checksOfRules(checks)].map(([rule, ids]) => [rule, ids.join(' ')]),
    ),
    '## Rules without a check',
    table(
      ['reason', 'rules'],
      unchecked.map(({ why, rules }) => [why, rules.toSorted().join(' ')]),
    ),
    '',
  ].join('\n\n')
}

/** Returns check ids by rule, sorted by rule. */
function checksOfRules(checks: readonly Check[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (rule: string, text: string) => found.set(rule, [...(found.get(rule) ?? []), text])
  for (const { id, rules } of checks) for (const rule of rules) add(rule, `\`${id}\``)
  for (const [id, rules] of Object.entries(shownBy)) for (const rule of rules) add(rule, `(\`${id}\`)`)
  return new Map([...found].toSorted(([a], [b]) => a.localeCompare(b)))
}
