import { isScope, scopeFacts, scopeNames } from '../../catalog/scopes.ts'
import { isTopic, topicNames, topics as topicFacts } from '../../catalog/topics.ts'
import { AppError } from '../../errors.ts'
import { whatIsWrongWithName } from '../../project/app-shape.ts'
import { newAppKey, suggestedKey, whatIsWrong } from '../../scaffold/new-app-key.ts'
import type { ScaffoldInput } from '../../scaffold/scaffold.ts'
import { extras, templateNames, findTemplate, templates, topicsFor, type Template } from '../../scaffold/templates.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { defined } from '../../text/defined.ts'
import { didYouMean } from '../../text/nearest.ts'

export interface NewAppFlags {
  readonly key: string | undefined
  readonly name?: string | undefined
  readonly template?: string | undefined
  readonly 'install-scope'?: 'region' | 'store' | undefined
  readonly scopes?: string | undefined
  readonly 'optional-scopes'?: string | undefined
  readonly topics?: string | undefined
  readonly countries?: string | undefined
  readonly dir?: string | undefined
  readonly with?: string | undefined
  readonly yes: boolean
}

/**
 * Returns the choices for a new app from the flags and, in a terminal, from questions about the rest. Validates the flags before the first question, so that no
 * answers are lost. Raises `usage.missing` without a key and a terminal, `usage.invalid` for an unknown name in a flag, and `scaffold.key-invalid`.
 */
export async function askForApp(terminal: Terminal, flags: NewAppFlags): Promise<ScaffoldInput> {
  const given = checkedFlags(flags)
  const answers = terminal.isInteractive && !flags.yes ? questions(terminal) : defaults
  const { key, name } = await askForNames(terminal, flags)
  const template = flags.template ?? (await answers.template())
  const facts = findTemplate(template)
  const installScope = flags['install-scope'] ?? (await answers.installScope())
  const scopes = given.scopes ?? (await answers.scopes(facts))
  const topics = given.topics ?? (await answers.topics(facts, scopes))
  const countries = given.countries ?? (await answers.countries())
  const { optionalScopes, extras } = given
  const dir = defined({ dir: flags.dir })
  return { key, name, template, installScope, countries, scopes, optionalScopes, topics, extras, ...dir }
}

/** Returns only key and name, for a template whose app.toml has the rest. Raises the errors of `askForApp`. */
export async function askForNames(terminal: Terminal, flags: NewAppFlags): Promise<{ key: string; name: string }> {
  const answers = terminal.isInteractive && !flags.yes ? questions(terminal) : defaults
  const key = flags.key ?? (await answers.key())
  return { key, name: flags.name ?? (await answers.name(titleOf(newAppKey(key).name))) }
}

/** Choices that the flags leave open, from questions or defaults. */
interface Answers {
  readonly key: () => Promise<string>
  readonly name: (byDefault: string) => Promise<string>
  readonly template: () => Promise<string>
  readonly installScope: () => Promise<'region' | 'store'>
  readonly scopes: (template: Template) => Promise<string[]>
  readonly topics: (template: Template, scopes: readonly string[]) => Promise<string[]>
  readonly countries: () => Promise<string[]>
}

const defaults: Answers = {
  key: async () => missingKey(),
  name: async (byDefault) => byDefault,
  template: async () => 'node',
  installScope: async () => 'region',
  scopes: async ({ scopes }) => [...scopes],
  topics: async (template, scopes) => topicsFor(template, scopes),
  countries: async () => [],
}

function questions(terminal: Terminal): Answers {
  return {
    key: () => askKey(terminal),
    name: (byDefault) => askName(terminal, byDefault),
    template: () => askTemplate(terminal),
    installScope: () => askInstallScope(terminal),
    scopes: (template) => askScopes(terminal, template),
    topics: (template, scopes) => askTopics(terminal, topicsFor(template, scopes), scopes),
    countries: () => askCountries(terminal),
  }
}

function checkedFlags(flags: NewAppFlags) {
  if (flags.key !== undefined) newAppKey(flags.key)
  if (flags.template !== undefined) findTemplate(flags.template)
  const wrongName = flags.name === undefined ? null : whatIsWrongWithName(flags.name)
  if (wrongName !== null) {
    throw new AppError('usage.invalid', `--name ${wrongName}`, { suggestions: ['Use another --name.'] })
  }
  const scopes = names(flags.scopes, { flag: '--scopes', known: scopeNames, isKnown: isScope })
  const optionalScopes = names(flags['optional-scopes'], {
    flag: '--optional-scopes',
    known: scopeNames,
    isKnown: isScope,
  })
  const both = optionalScopes?.find((scope) => scopes?.includes(scope))
  if (both !== undefined) {
    throw new AppError(
      'usage.invalid',
      `${both} is in both --scopes and --optional-scopes. Remove it from one of them.`,
    )
  }
  const topics = names(flags.topics, { flag: '--topics', known: topicNames, isKnown: isTopic })
  const added = names(flags.with, {
    flag: '--with',
    known: extras,
    isKnown: (name) => extras.some((one) => one === name),
  })
  const countries = flags.countries === undefined ? undefined : words(flags.countries)
  const wrong = countries?.map(whatIsWrongWithCountry).find((problem) => problem !== null)
  if (typeof wrong === 'string') throw new AppError('usage.invalid', `--countries: ${wrong}`)
  return {
    scopes,
    optionalScopes: optionalScopes ?? [],
    topics,
    countries,
    extras: extras.filter((extra) => added?.includes(extra)),
  }
}

interface KnownNames {
  readonly flag: string
  readonly known: readonly string[]
  readonly isKnown: (name: string) => boolean
}

const seeAll: Readonly<Record<string, string>> = {
  '--topics': 'app webhook topics',
  '--scopes': 'app scopes',
  '--optional-scopes': 'app scopes',
}

function names(text: string | undefined, { flag, known, isKnown }: KnownNames): string[] | undefined {
  if (text === undefined) return undefined
  const given = words(text)
  const unknown = given.find((name) => !isKnown(name))
  if (unknown === undefined) return given
  throw new AppError('usage.invalid', `${flag}: unknown value ${JSON.stringify(unknown)}. Nothing was written.`, {
    suggestions: [...didYouMean(unknown, known), seeAll[flag] ?? `Use one or more of: ${known.join(', ')}.`],
  })
}

function askKey({ ask }: Terminal): Promise<string> {
  return ask.input({
    message: 'App key (app.<company>.<name>, cannot be changed later)',
    check: (value) => {
      const wrong = whatIsWrong(value)
      if (wrong === null) return true
      const better = suggestedKey(value)
      return `This ${wrong}.${better === null ? '' : ` Did you mean ${better}?`}`
    },
  })
}

function askName({ ask }: Terminal, byDefault: string): Promise<string> {
  return ask.input({
    message: 'Display name',
    default: byDefault,
    check: (value) => {
      const wrong = whatIsWrongWithName(value)
      return wrong === null ? true : `The name ${wrong}`
    },
  })
}

function askTemplate({ ask }: Terminal): Promise<string> {
  return ask.select({
    message: 'Template',
    choices: templateNames.map((value) => ({ value, name: value, about: templates[value].about })),
    default: 'node',
  })
}

async function askInstallScope({ ask }: Terminal): Promise<'region' | 'store'> {
  const answer = await ask.select({
    message: 'Install scope',
    choices: [
      { value: 'region', name: 'Region', about: 'one install and token per region' },
      { value: 'store', name: 'Store', about: 'one install and token for all regions' },
    ],
    default: 'region',
  })
  return answer === 'store' ? 'store' : 'region'
}

function askScopes({ ask }: Terminal, template: Template): Promise<string[]> {
  const choices = scopeNames.map((value) => {
    const { grants, announced, notShown } = scopeFacts(value)
    const state = announced ? ' Announced, not available yet.' : notShown ? ' No endpoint is documented.' : ''
    return { value, about: `${grants}${state}`, checked: template.scopes.includes(value) }
  })
  return ask.checkbox({ message: 'Scopes that the app needs (you can change them in app.toml later)', choices })
}

function askTopics({ ask }: Terminal, byDefault: readonly string[], scopes: readonly string[]): Promise<string[]> {
  const choices = topicNames
    // Without its scope the platform silently ignores a subscription (INST-078).
    .filter((topic) => topicFacts[topic].scope === null || scopes.includes(topicFacts[topic].scope))
    .map((value) => ({ value, about: topicFacts[value].meaning, checked: byDefault.includes(value) }))
  return ask.checkbox({ message: 'Events to subscribe to', choices })
}

async function askCountries({ ask }: Terminal): Promise<string[]> {
  const answer = await ask.input({
    message: 'Countries, such as TR DE (empty: all countries, cannot be changed later)',
    default: '',
    check: (value) =>
      words(value)
        .map(whatIsWrongWithCountry)
        .find((problem) => problem !== null) ?? true,
  })
  return words(answer)
}

function whatIsWrongWithCountry(text: string): string | null {
  if (/^[A-Z]{2}$/.test(text)) return null
  const upper = text.toUpperCase()
  return `${JSON.stringify(text)} is not a country code${/^[A-Z]{2}$/.test(upper) ? `. Did you mean ${upper}?` : ', which has two capital letters such as TR or DE.'}`
}

function missingKey(): never {
  throw new AppError('usage.missing', 'The app key is missing.', {
    suggestions: ['app init app.<company>.<name>', 'For example: `app init app.acme.loyalty`.'],
  })
}

/** Splits names at spaces, and at commas, which users type instead. */
function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

/** Converts `gift-cards` to `Gift cards`. */
function titleOf(short: string): string {
  const text = short.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
