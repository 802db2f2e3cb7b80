import { AppError } from '../../errors.ts'

/** Location of a user's own template. */
export interface TemplateOrigin {
  readonly kind: 'folder' | 'git'
  /** The given folder, or the address. */
  readonly at: string
  /** Branch, tag or commit; null for the newest. */
  readonly ref: string | null
}

/** Parses `https://host/repository.git#v2`, `git@host:repository` or `./folder`. Returns null for the name of a template. Raises `usage.invalid`. */
export function templateOrigin(text: string): TemplateOrigin | null {
  const [, at = '', ref = null] = /^([^#]*)(?:#(.*))?$/s.exec(text) ?? []
  const isAddress = isUrl(at) || isOfSsh(at)
  if (!isAddress && !/[\\/]/.test(at) && at !== '.') return null
  const wrong = whatIsWrongWithUrl(at) ?? whatIsWrongWithRef(ref)
  if (wrong !== null) throw invalid(wrong)
  return { kind: isAddress || ref !== null ? 'git' : 'folder', at, ref }
}

function isUrl(at: string): boolean {
  return /^[a-z][a-z+]*:\/\//i.test(at)
}

/** Matches `git@host:repository`. */
function isOfSsh(at: string): boolean {
  return /^[\w.-]+@[\w.-]+:/.test(at)
}

function whatIsWrongWithUrl(at: string): string | null {
  if (!isUrl(at)) return null
  if (!/^(https|ssh|file):/i.test(at)) return 'uses neither https nor ssh, so its files could be changed in transit'
  if (/^https:\/\/[^/]*@/i.test(at)) return "contains a user name or password. Use Git's credential helper instead"
  return null
}

function whatIsWrongWithRef(ref: string | null): string | null {
  if (ref === null) return null
  return ref === '' || ref.startsWith('-') || /[\s\0]/.test(ref) ? 'has no branch, tag or commit after #' : null
}

function invalid(why: string): AppError {
  return new AppError('usage.invalid', `--template ${why}. Nothing was written.`, {
    suggestions: ['app init app.acme.shop --template https://git.example/templates/shop.git#main'],
  })
}
