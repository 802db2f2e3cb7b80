import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Areas of the platform's rules and what each covers. A rule's id is its area and a number. */
const areas: Readonly<Record<string, string>> = {
  GEN: 'general conventions: URLs, names, value formats, announced features',
  APP: "an app's key, registration, countries, publishing and review",
  INST: 'installs: start, consent, Cancel, redirect, reinstall, uninstall, plan and payment',
  EXCH: 'the exchange of a code for a token',
  TOK: 'access tokens and when they become invalid',
  PIN: 'how a request selects its region, and when the platform reads it',
  SCOPE: "a token's permissions, required and optional, and an app's secrets",
  EMB: "the app's page in the store admin: manifest, slots, embed token",
  BRIDGE: "messages between the app's page and the store admin",
  EVT: 'events, their recipients, retries and the queue',
  HOOK: 'format and signature of a delivery',
  ERR: 'statuses and bodies of error responses',
  LIM: 'request limits',
  VER: 'API versions, and what may change within a version',
  CTX: 'the context that a token can read',
  ORD: 'orders: read, import',
  COST: 'costs that an app adds to an order',
  PROD: 'products, variants and prices',
  DELTA: 'product changes since a point in time',
  RECON: 'reconciliation: products that no app manages',
  CAT: 'categories',
  ATTR: 'the attribute dictionary',
  WH: 'warehouses',
  INV: 'stock',
  MEDIA: 'images',
  DISC: 'other store data: tax rules, shipping profiles, packages, storefront pages',
}

interface Shown {
  readonly ids: readonly string[]
  readonly sentence: string
  readonly file: string
}

/** Title of a test, also after `.each(…)` and within `needing(…)`. */
const title =
  /(?<![\w.])(?:it|test|describe)(?:\.\w+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)*\(\s*(?:needing\([^,]*,\s*)?(?<quote>['"`])(?<text>(?:\\.|(?!\k<quote>).)*)\k<quote>/gs

/** Rule ids at the end of a title, in parentheses, or at its start. */
const atEnd = / \((?<ids>[A-Z]+-?\d+(?:[ ,]+[A-Z]+-?\d+)*)\)$/
const atStart = /^(?<ids>(?:[A-Z]{2,6}-\d{3} )+)/

function shownIn(file: string, text: string): Shown[] {
  return [...text.matchAll(title)].flatMap(({ groups }) => {
    const whole = groups?.['text'] ?? ''
    const place = [atEnd, atStart].find((pattern) => idsIn(whole, pattern).length > 0)
    if (place === undefined) return []
    const ids = idsIn(whole, place)
    // An ellipsis replaces values from a table of cases.
    const sentence = whole
      .replace(place, '')
      .replaceAll(/\\(.)/g, '$1')
      .replaceAll(/%[a-z]|\$\{[^}]*\}|\$\w+/g, '…')
    return [{ ids, sentence, file }]
  })
}

function idsIn(text: string, place: RegExp): string[] {
  return place.exec(text)?.groups?.['ids']?.match(/[A-Z]{2,6}-\d{3}/g) ?? []
}

/** Returns the text of docs/rules.md: for each rule in the platform's documents, the titles of its tests. */
export function rulesPage(root: string): string {
  const files = globSync('{test,templates/*/test}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  const shown = files.toSorted().flatMap((file) => shownIn(file, readFileSync(join(root, file), 'utf8')))
  const byArea = Map.groupBy(shown, ({ ids }) => areaOf(ids[0] ?? ''))
  return [
    '<!-- Generated from the test titles by `npm run generate`; do not edit it. -->',
    '# Rules',
    [
      'Two documents describe the platform. Each rule in them has an id: an area and a number. A test title with ids at its end or start shows those rules.',
      'This page lists the rules by the titles of their tests, so you can look up an id. `…` replaces the values of a test table. Ids in comments are not',
      'listed.',
    ].join('\n'),
    ['| area | topic |', '| --- | --- |', ...Object.entries(areas).map(areaRow)].join('\n'),
    ...Object.keys(areas).flatMap((area) => section(area, byArea.get(area) ?? [])),
    '',
  ].join('\n\n')
}

function areaRow([area, about]: readonly [string, string]): string {
  return `| [${area}](#${area.toLowerCase()}) | ${about} |`
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}

function section(area: string, shown: readonly Shown[]): string[] {
  const rows = shown
    .toSorted((a, b) => compare(a.ids.join(), b.ids.join()))
    .map(({ ids, sentence, file }) => `| ${ids.join(' ')} | ${cell(sentence)} | [${fileName(file)}](../${file}) |`)
  return [`## ${area}`, ['| rules | what the test shows | test file |', '| --- | --- | --- |', ...rows].join('\n')]
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<')
}

function fileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace('.test.ts', '')
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
