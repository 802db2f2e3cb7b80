import { AppError } from '../errors.ts'
import { newAppKey, whatIsWrong } from '../scaffold/new-app-key.ts'
import type { ScaffoldInput } from '../scaffold/scaffold.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface NewAppFlags {
  readonly key: string | undefined
  readonly name?: string | undefined
  readonly template: string
  readonly 'install-scope'?: 'region' | 'store' | undefined
  readonly scopes?: string | undefined
  readonly 'optional-scopes'?: string | undefined
  readonly countries?: string | undefined
  readonly dir?: string | undefined
  readonly yes: boolean
}

/**
 * What a new app is to be: from the flags, and in a terminal from questions for what they leave open. Raises `usage.missing` without a key and nobody to
 * ask, and `scaffold.key-invalid`.
 */
export async function askForApp(terminal: Terminal, flags: NewAppFlags): Promise<ScaffoldInput> {
  const { ask } = terminal
  const asks = terminal.isInteractive && !flags.yes
  const key = flags.key ?? (asks ? await askKey(terminal) : missingKey())
  const { name: short } = newAppKey(key)
  const byDefault = titleOf(short)
  const name =
    flags.name ?? (asks ? await ask.input({ message: 'Name that people see', default: byDefault }) : byDefault)
  const installScope = flags['install-scope'] ?? (asks ? await askInstallScope(terminal) : 'region')
  const scopes = flags.scopes ?? (asks ? await ask.input({ message: 'Scopes', default: 'orders.read' }) : 'orders.read')
  return {
    key,
    name,
    template: flags.template,
    installScope,
    countries: words(flags.countries),
    scopes: words(scopes),
    optionalScopes: words(flags['optional-scopes']),
    ...(flags.dir === undefined ? {} : { dir: flags.dir }),
  }
}

function askKey({ ask }: Terminal): Promise<string> {
  return ask.input({
    message: 'App key (app.<company>.<name>; it never changes later)',
    check: (value) => {
      const wrong = whatIsWrong(value)
      return wrong === null ? true : `This ${wrong}.`
    },
  })
}

async function askInstallScope({ ask }: Terminal): Promise<'region' | 'store'> {
  const answer = await ask.select({
    message: 'How is it installed?',
    choices: [
      { value: 'region', name: 'For each region', about: 'an install and a token for each region of a store' },
      { value: 'store', name: 'For the store', about: 'one install and one token for all regions' },
    ],
    default: 'region',
  })
  return answer === 'store' ? 'store' : 'region'
}

function missingKey(): never {
  throw new AppError('usage.missing', 'The key of the new app is missing.', {
    suggestions: ['app init app.<company>.<name>, for example app init app.acme.loyalty'],
  })
}

/** Names are separated by spaces; commas are what people type instead. */
function words(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((word) => word !== '')
}

/** `gift-cards` becomes `Gift cards`. */
function titleOf(short: string): string {
  const text = short.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
