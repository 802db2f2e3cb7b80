import type { KitPackage } from './kit-package.ts'
import { newAppKey } from './new-app-key.ts'
import type { TemplateFile } from './template-files.ts'

/** What the placeholders of a template stand for. */
export interface AppNames {
  readonly key: string
  readonly name: string
  /** What package.json of an app that is built on the kit names. */
  readonly template?: string
  /** Of a template that is built on the kit. */
  readonly kit?: Pick<KitPackage, 'version' | 'integrity'> | undefined
}

/** Only these files have placeholders; everywhere else `{{` means itself. */
const filled = ['package.json', 'package-lock.json', 'README.md']

/** The files of a template with an app's names in them. Raises `scaffold.key-invalid`. */
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
