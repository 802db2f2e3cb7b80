import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A block of code on a page. */
export interface Block {
  readonly language: string
  /** The file that the block is, if it names one after its language. */
  readonly file: string | null
  readonly code: string
}

export interface Page {
  /** Without its ending. */
  readonly name: string
  readonly text: string
  readonly blocks: readonly Block[]
}

export const repository = join(import.meta.dirname, '../../..')
const pagesFolder = join(repository, 'docs/kit')

/** The blocks of a text, each from a line of backquotes to the next one. */
export function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w*)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language = '', file, code = '']) => ({
    language,
    file: file ?? null,
    code,
  }))
}

/** The pages of docs/kit. Another test has the page for other languages, whose links are tested with those of the rest. */
export const pages: readonly Page[] = readdirSync(pagesFolder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const text = readFileSync(join(pagesFolder, file), 'utf8')
    const name = file.replace(/\.md$/, '')
    return { name, text, blocks: name === 'other-languages' ? [] : blocksOf(text) }
  })

/** What a heading of a page is called in a link, as GitHub makes it. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const plain = text.replace(/^```.*?^```$/gms, '')
  const anchors = new Set<string>()
  for (const [, heading = ''] of plain.matchAll(/^#+ +(.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    const taken = [...anchors].filter((one) => one.replace(/-\d+$/, '') === anchor).length
    anchors.add(taken === 0 ? anchor : `${anchor}-${taken}`)
  }
  return anchors
}

/** The relative links of a page: what they point to, and the heading there. */
export function linksOf(text: string): readonly { readonly path: string; readonly anchor: string | null }[] {
  const plain = text.replace(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '')
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#')
      return { path, anchor: anchor ?? null }
    })
}
