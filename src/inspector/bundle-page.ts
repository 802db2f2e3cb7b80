import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ownSheet } from '../styles/sheets.ts'

/** File of the page. */
export interface PageFile {
  readonly type: string
  readonly text: string
}

export type PageFiles = ReadonlyMap<string, PageFile>

/** Bundles the page's script, style and shell from `page/`. Needs the repository's own tools, so the published package contains the result instead. */
export async function bundlePage(): Promise<PageFiles> {
  const { rolldown } = await import('rolldown')
  const folder = join(import.meta.dirname, 'page')
  const bundle = await rolldown({ input: join(folder, 'main.ts'), platform: 'browser', tsconfig: false })
  // Dialogs and rare views are loaded when they are opened.
  const { output } = await bundle.generate({ format: 'esm', minify: true, chunkFileNames: '[name].js' })
  await bundle.close()
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const icon = 'image/svg+xml'
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', text: read('index.html').replaceAll(/>\s*\n\s*</g, '>\n<') }],
    ['/style.css', { type: 'text/css; charset=utf-8', text: ownSheet(join(folder, 'style.css')) }],
    ...output.flatMap((file): [string, PageFile][] =>
      file.type === 'chunk' ? [[`/${file.fileName}`, { type: 'text/javascript; charset=utf-8', text: file.code }]] : [],
    ),
    ['/icon.svg', { type: icon, text: read('icon.svg') }],
  ])
}
