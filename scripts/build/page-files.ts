import { join } from 'node:path'

import { bundlePage } from '../../src/inspector/bundle-page.ts'
import { commonSheet, ownSheet } from '../../src/styles/sheets.ts'

const root = join(import.meta.dirname, '../..')

/** Replacements in the published package for modules that read page files: the same exports with the finished text. */
const finished: Readonly<Record<string, () => Promise<string>>> = {
  'src/inspector/page-files.ts': async () =>
    `const files = new Map(${JSON.stringify([...(await bundlePage())])})\nexport const pageFiles = async () => files`,
  'src/styles/sheets.ts': async () => `export const commonSheet = () => ${JSON.stringify(commonSheet())}`,
  'src/views/check/sheet-text.ts': async () => sheetModule('src/views/check/report.css'),
  'src/emulator/pages/sheet-text.ts': async () => sheetModule('src/emulator/pages/style.css'),
}

/** The text that all sheets have in common is in the package once. */
function sheetModule(path: string): string {
  return `import { commonSheet } from '../../styles/sheets.ts'\nexport const sheetText = () => commonSheet() + ${JSON.stringify(ownSheet(join(root, path)))}`
}

/**
 * Returns the rolldown plugin that replaces modules that build our pages with the finished files.
 * The published package has no bundler and needs no page files on disk.
 */
export function pageFiles() {
  return {
    name: 'page-files',
    async load(id: string) {
      const path = id.replaceAll('\\', '/')
      const code = Object.entries(finished).find(([module]) => path.endsWith(module))?.[1]
      return code === undefined ? null : { code: await code(), moduleType: 'js' as const }
    },
  }
}
