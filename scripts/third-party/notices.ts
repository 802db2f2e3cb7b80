import type { BundledPackage } from './bundled-packages.ts'

/** File with the license texts, in the package's root folder. In the bundle, every start would read them. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES'

interface LicenseText {
  readonly copyright: string
  readonly terms: string
}

const copyrightLines = /^Copyright (?:\(c\)|©|\d).*$(?:\n(?:Copyright (?:\(c\)|©|\d)|\(http).*$)*/im

/** Lists each package with its version, license and copyright, then each license text once, then the notices of single files. */
export function noticesText(packages: readonly BundledPackage[]): string {
  const parts = packages.map((one) => ({ ...one, ...partsOf(one.licenseText) }))
  const texts = [...Map.groupBy(parts, ({ terms }) => plain(terms)).values()]
  const notices = new Set(packages.flatMap((one) => one.notices))
  return [
    'This software contains code of the packages below, under the licenses that follow their names.',
    ...texts.map((own) => {
      const named = own.map(({ name, version, license, copyright }) => `${name} ${version} (${license})\n${copyright}`)
      return `${RULE}\n${named.map((one) => one.trim()).join('\n\n')}\n\n${own[0]?.terms}`
    }),
    `${RULE}\nNotices in files of these packages\n\n${[...notices].join('\n\n')}`,
    '',
  ].join('\n\n')
}

const RULE = '-'.repeat(72)

/** Separates the copyright lines, which differ between packages, from the terms, which are often the same. */
function partsOf(text: string): LicenseText {
  const copyright = copyrightLines.exec(text)?.[0] ?? ''
  return {
    copyright,
    terms: text
      .replace(copyright, '')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

/** Texts that differ only in line breaks, quotes or heading are the same. */
function plain(text: string): string {
  return text
    .replace(/^(?:# )?(?:the )?\(?(?:mit|isc|expat)[^\n]*\n/i, '')
    .replaceAll(/[\s"'`*]+/g, ' ')
    .trim()
    .toLowerCase()
}
