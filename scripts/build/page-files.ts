import { sheetText } from '../../src/emulator/pages/sheet-text.ts'
import { bundlePage } from '../../src/inspector/bundle-page.ts'
import { sheetText as reportSheet } from '../../src/views/check/sheet-text.ts'

/** Replacements in the published package for modules that read page files: the same exports with the finished text. */
const finished: Readonly<Record<string, () => Promise<string>>> = {
  'src/inspector/page-files.ts': async () =>
    `const files = new Map(${JSON.stringify([...(await bundlePage())])})\nexport const pageFiles = async () => files`,
  'src/views/check/sheet-text.ts': async () => `export const sheetText = () => ${JSON.stringify(reportSheet())}`,
  'src/emulator/pages/sheet-text.ts': async () => `export const sheetText = () => ${JSON.stringify(sheetText())}`,
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
