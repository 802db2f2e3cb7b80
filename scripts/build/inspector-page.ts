import { bundlePage } from '../../src/inspector/bundle-page.ts'

/**
 * The rolldown plugin that puts the finished files of the inspector's page in the place of the module that bundles them: the published package has no
 * bundler, and no file of the page has to be found on disk.
 */
export function inspectorPage() {
  return {
    name: 'inspector-page',
    async load(id: string) {
      if (!id.replaceAll('\\', '/').endsWith('src/inspector/page-files.ts')) return null
      const files = JSON.stringify([...(await bundlePage())])
      return {
        code: `const files = new Map(${files})\nexport const pageFiles = async () => files`,
        moduleType: 'js' as const,
      }
    },
  }
}
