import { bundlePage, type PageFiles } from './bundle-page.ts'

let files: Promise<PageFiles> | undefined

/** The files of the page by their paths. In a checkout they are bundled when they are first asked for; scripts/build.ts puts the bundled ones in the place of this module. */
export function pageFiles(): Promise<PageFiles> {
  return (files ??= bundlePage())
}
