import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Areas of the platform's rules and what each covers. A rule's id is its area and a number. */
const areas: Readonly<Record<string, string>> = {
  GEN: 'conventions of all of it: addresses, names, formats of values, what is announced only',
  APP: "an app's key, registration, countries, publishing and review",
  INST: 'the way of an install: start, consent, Cancel, return, reinstall, uninstall, plan and payment',
  EXCH: 'the exchange of a code for a token',
  TOK: 'what an access token is and when it ends',
  PIN: 'how a request names its region, and when that counts',
  SCOPE: 'what a token may do, required and optional, and the secrets of an app',
  EMB: "the app's page in the store admin: manifest, slots, embed token",
  BRIDGE: 'messages between that page and the admin around it',
  EVT: 'which events there are, who gets them, retries and the queue',
  HOOK: 'the form and the signature of a delivery',
  ERR: 'statuses and bodies of refusals',
  LIM: 'limits of requests',
  VER: 'versions of the API and what may change within one',
  CTX: 'what a token can see',
  ORD: 'orders: read, import',
  COST: 'costs that an app writes on an order',
  PROD: 'products, variants and prices',
  DELTA: 'changes of products since a point',
  RECON: 'products that no app manages',
  CAT: 'categories',
  ATTR: 'the dictionary of attributes',
  WH: 'warehouses',
  INV: 'stock',
  MEDIA: 'images',
  DISC: 'further data of a store: tax rules, tariffs, boxes, pages of the storefront',
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
    '<!-- Generated from the titles of the tests by `npm run generate`; changes here are lost. -->',
    '# Rules',
    [
      'The platform is described by two documents; each thing that they demand has an id, an area and a number. A test whose title has ids at its end or start shows those rules.',
      'This is the list of them, in the words of the tests: look for an id to see what it is about. `…` stands for the cases of a table. Ids that stand only in comments',
      'are not here.',
    ].join('\n'),
    ['| area | what its rules are about |', '| --- | --- |', ...Object.entries(areas).map(areaRow)].join('\n'),
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
  return [`## ${area}`, ['| rules | what is shown | by |', '| --- | --- | --- |', ...rows].join('\n')]
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
