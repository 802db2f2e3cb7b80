import { bundlePage, type PageFiles } from './bundle-page.ts'

let files: Promise<PageFiles> | undefined

/** The files of the page by path. A checkout bundles them on first use; scripts/build.ts replaces this module by the bundled files. */
export function pageFiles(): Promise<PageFiles> {
  return (files ??= bundlePage())
}
