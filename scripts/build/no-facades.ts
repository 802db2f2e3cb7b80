/** A file that only re-exports another one's names: `export{a as b}from"./x.js";` */
const facade = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/

interface Chunk {
  code: string
}

/**
 * Removes one-line files. A dynamic import of a module within a larger chunk goes through one, which takes a third of a
 * millisecond to find, read and link, and a call would do so six times in a row. The import then loads the chunk itself
 * and picks the names from it. Changes the chunks in place and returns the names of files without an importer.
 */
export function removeFacades(chunks: ReadonlyMap<string, Chunk>): string[] {
  const facades = [...chunks].flatMap(([name, { code }]) => {
    const [, names, target] = facade.exec(code) ?? []
    return names === undefined || target === undefined || !name.startsWith('chunks/') ? [] : [{ name, names, target }]
  })
  for (const chunk of chunks.values()) for (const one of facades) chunk.code = withoutFacade(chunk.code, one)
  return facades.map(({ name }) => name)
}

function withoutFacade(code: string, { name, names, target }: { name: string; names: string; target: string }): string {
  const file = name.slice('chunks/'.length)
  const picked = names
    .split(',')
    .map((pair) => pair.trim().split(/\s+as\s+/))
    .map(([local, exported = local]) => `${exported}:m.${local}`)
  return code.replace(
    new RegExp(`import\\((["'\`])([^"'\`]*/)${file.replaceAll('.', '\\.')}\\1\\)`, 'g'),
    (_import, quote: string, folder: string) =>
      `import(${quote}${folder}${target}${quote}).then(m=>({${picked.join(',')}}))`,
  )
}
