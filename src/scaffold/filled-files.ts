import type { KitPackage } from './kit-package.ts'
import { newAppKey } from './new-app-key.ts'
import type { TemplateFile } from './template-files.ts'

/** Values of a template's placeholders. */
export interface AppNames {
  readonly key: string
  readonly name: string
  /** Template name in the package.json of an app built on the kit. */
  readonly template?: string
  /** Set for a template built on the kit. */
  readonly kit?: Pick<KitPackage, 'version' | 'integrity'> | undefined
}

/** Only these files have placeholders. Elsewhere `{{` is literal. */
const filled = ['package.json', 'package-lock.json', 'README.md']

/** Fills an app's names into a template's files. Raises `scaffold.key-invalid`. */
export function filledFiles(files: readonly TemplateFile[], { key, name, template, kit }: AppNames): TemplateFile[] {
  const { company, name: short } = newAppKey(key)
  const texts: Readonly<Record<string, string>> = {
    key,
    name,
    packageName: `${company}-${short}`,
    ...(template !== undefined && { template }),
    ...(kit && { kit: kit.version, kitIntegrity: kit.integrity }),
  }
  return files.map(({ path, content }) => ({
    path,
    content: filled.includes(path)
      ? content.replace(/\{\{(\w+)\}\}/g, (whole, word: string) => texts[word] ?? whole)
      : content,
  }))
}
