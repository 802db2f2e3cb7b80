import type { Json } from './database/queue.ts'
import { KitError } from './kit-error.ts'
import type {
  Action,
  Done,
  EventContext,
  Gone,
  JobContext,
  Page,
  PanelData,
  PanelPage,
  Period,
  Slot,
  Topic,
  WorkContext,
} from './types.ts'
import { readPeriod, type Schedule } from './work/period.ts'

export interface DeclaredTopic {
  readonly handler: (context: EventContext<Topic>) => Done
  readonly needsBody: boolean
}

export type Declaration =
  | { readonly kind: 'panel'; readonly page: PanelPage; readonly title: string | null }
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'slot'; readonly slot: Slot }
  | { readonly kind: 'data'; readonly data: PanelData }
  | { readonly kind: 'page'; readonly page: Page; readonly framedBy: 'nobody' | 'storefronts' }

/** Declarations of the app. */
export interface Declared {
  readonly topics: ReadonlyMap<string, DeclaredTopic>
  readonly jobs: ReadonlyMap<string, (context: JobContext<Json>) => Done>
  readonly schedules: ReadonlyMap<string, Schedule>
  readonly routes: ReadonlyMap<string, Declaration>
  readonly hooks: {
    readonly installed?: (context: WorkContext) => Done
    readonly uninstalled?: (context: Gone) => Done
    readonly broken?: (context: Gone) => Done
  }
}

export interface Declaring extends Declared {
  readonly topics: Map<string, DeclaredTopic>
  readonly jobs: Map<string, (context: JobContext<Json>) => Done>
  readonly schedules: Map<string, Schedule>
  readonly routes: Map<string, Declaration>
  hooks: Declared['hooks']
}

export function createDeclared(): Declaring {
  return { topics: new Map(), jobs: new Map(), schedules: new Map(), routes: new Map(), hooks: {} }
}

/** Throws `kit.topic-twice`, because two handlers could not be written as one effect. */
export function declareTopic({ topics }: Declaring, topic: string, declared: DeclaredTopic): void {
  if (topics.has(topic)) {
    throw new KitError('kit.topic-twice', `The app has two handlers for ${topic}.`, {
      suggestions: ['Write one handler per topic. It can call several functions and return all their statements.'],
    })
  }
  topics.set(topic, declared)
}

/** Paths that the kit serves. */
const own = ['auth/start', 'auth/callback', 'auth/done', 'webhooks']

/** Throws `kit.path-taken`. An action may share the path of a panel page, because it is a POST. */
export function declareRoute({ routes }: Declaring, path: string, declared: Declaration): void {
  const plain = path.replace(/^\/+|\/+$/g, '')
  const key = declared.kind === 'action' ? `POST ${plain}` : plain
  if (plain === '' || plain.startsWith('_kit') || own.includes(plain) || routes.has(key)) {
    throw new KitError('kit.path-taken', `The path /${plain} is declared twice or reserved by the kit.`, {
      suggestions: ['Use a different path for each declaration. Only a panel page and its action can share a path.'],
    })
  }
  routes.set(key, declared)
}

/** Throws `kit.path-taken` for a second job of one name, because waiting jobs find their handler by name. */
export function declareJob({ jobs }: Declaring, name: string, handler: (context: JobContext<Json>) => Done): void {
  rejectTwice(jobs, 'jobs', name)
  jobs.set(name, handler)
}

/** Throws `kit.path-taken` for a second schedule of one name, and `kit.period-invalid`. */
export function declareSchedule(
  { schedules }: Declaring,
  name: string,
  { period, handler }: { readonly period: Period; readonly handler: Schedule['handler'] },
): void {
  rejectTwice(schedules, 'schedules', name)
  schedules.set(name, { ...readPeriod(period), handler })
}

function rejectTwice(known: ReadonlyMap<string, unknown>, kind: string, name: string): void {
  if (!known.has(name)) return
  throw new KitError('kit.path-taken', `The app has two ${kind} named ${name}.`, {
    suggestions: ['Use a different name for each declaration.'],
  })
}
