import { topics as topicFacts, type Topic } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import { didYouMean } from '../text/nearest.ts'

/** A folder below `templates/` whose files go into a new app. */
export interface Layer {
  readonly from: string
  /** Skipped files. */
  readonly without?: readonly string[]
}

/** A template for new apps. */
export interface Template {
  /** Description in the list of templates. */
  readonly about: string
  /** A file of a later layer replaces one with the same path. Each template starts with the files of `node`. */
  readonly layers: readonly Layer[]
  /** Default required scopes. */
  readonly scopes: readonly string[]
  /** Topics that the template handles. */
  readonly topics: readonly Topic[]
}

/** Additions of `app init --with`. */
export const extras = ['ci', 'compose', 'devcontainer'] as const

export type Extra = (typeof extras)[number]

/** Returns the layer of an extra. */
export const extraLayer = (extra: Extra): Layer => ({ from: `_shared/with/${extra}` })

export const templates = {
  node: {
    about: 'svcapp-kit on Node with SQLite or PostgreSQL (16 files)',
    layers: [{ from: 'node' }],
    scopes: ['orders.read'],
    topics: ['order.paid', 'app.uninstalled'],
  },
  carrier: {
    about: 'Shipping provider that receives shipment requests (svcapp-kit on Node)',
    layers: [{ from: 'node', without: ['src/order-paid.ts', 'migrations/0001_paid_orders.sql'] }, { from: 'carrier' }],
    scopes: ['shipping.provider', 'orders.read'],
    topics: ['shipment.create_requested', 'app.uninstalled'],
  },
  workers: {
    about: 'svcapp-kit on Workers with D1 (on Node during development)',
    layers: [{ from: 'node' }, { from: 'workers' }],
    scopes: ['orders.read'],
    topics: ['order.paid', 'app.uninstalled'],
  },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as readonly TemplateName[]

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templates, name)
}

/** Returns the template with this name. Raises `usage.invalid` if it does not exist. */
export function findTemplate(name: string): Template {
  return templates[parseTemplateName(name)]
}

/** Returns the name itself, or `node` for its alias `minimal`. Raises `usage.invalid` for an unknown template. */
export function parseTemplateName(name: string): TemplateName {
  if (name === 'minimal') return 'node'
  if (isTemplate(name)) return name
  throw new AppError('usage.invalid', `Unknown template ${JSON.stringify(name)}. Nothing was written.`, {
    suggestions: [
      ...didYouMean(name, templateNames),
      `Templates: ${templateNames.join(', ')}.`,
      'app init --list-templates',
    ],
  })
}

/** Returns the template's topics that the scopes allow, because without its scope a subscription is silently not written (INST-078). */
export function topicsFor({ topics }: Template, scopes: readonly string[]): string[] {
  return topics.filter((topic) => {
    const { scope } = topicFacts[topic]
    return scope === null || scopes.includes(scope)
  })
}

export interface TemplateList {
  readonly templates: readonly (Pick<Template, 'about' | 'scopes' | 'topics'> & { readonly name: string })[]
}

/** Every template with an app's default scopes and topics. */
export const templateList: TemplateList = {
  templates: templateNames.map((name) => {
    const { about, scopes, topics } = templates[name]
    return { name, about, scopes, topics }
  }),
}
