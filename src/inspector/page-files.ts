import { bundlePage, type PageFiles } from './bundle-page.ts'

let files: Promise<PageFiles> | undefined

/** Returns the page's files by path. A checkout bundles them on first use. scripts/build.ts replaces this module with the bundled files. */
export function pageFiles(): Promise<PageFiles> {
  return (files ??= bundlePage())
}
