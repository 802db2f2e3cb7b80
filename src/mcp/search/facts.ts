import { listFields, listRowFields } from '../../call/input/fields.ts'
import { endpoints } from '../../catalog/catalog.ts'
import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { scopeFacts, scopeNames } from '../../catalog/scopes.ts'
import { settingFacts } from '../../catalog/settings.ts'
import { topicNames, topics } from '../../catalog/topics.ts'
import { operations } from '../../control/operations.ts'
import { queryViews } from '../../journal/query/query-views.ts'
import { explanations } from '../../tasks/explain.ts'

/** A search result in svcapp's words. */
export interface Fact {
  readonly kind: 'endpoint' | 'topic' | 'scope' | 'operation' | 'setting' | 'journal view' | 'error' | 'page'
  readonly name: string
  readonly about: string
  /** Builds details only for a fact that is found. */
  readonly more?: () => object
}

/** Returns the facts of the catalog, the control interface, the journal and the table of errors. */
export function declaredFacts(): Fact[] {
  return [
    ...endpoints.map(endpointFact),
    ...topicNames.map((name) => ({
      kind: 'topic' as const,
      name,
      about: topics[name].meaning,
      more: () => topics[name],
    })),
    ...scopeNames.map((name) => ({ kind: 'scope' as const, name, about: scopeFacts(name).grants })),
    ...Object.entries(operations).map(([name, { method, path }]) => ({
      kind: 'operation' as const,
      name,
      about: `Emulator operation: ${method} ${path}`,
    })),
    ...Object.entries(settingFacts).map(([name, { about }]) => ({ kind: 'setting' as const, name, about })),
    ...queryViews.map(({ name, about, columns }) => ({
      kind: 'journal view' as const,
      name,
      about: `Journal view. ${about}`,
      more: () => ({ columns: columns.map((column) => `${column.name}: ${column.about}`) }),
    })),
    ...explanations.map(({ code, about }) => ({ kind: 'error' as const, name: code, about })),
  ]
}

function endpointFact(endpoint: EndpointFacts): Fact {
  const { id, method, path, summary, scope, pin } = endpoint
  return {
    kind: 'endpoint',
    name: id,
    about: `${method} ${path} ${summary}`,
    more: () => ({
      scope,
      region: pin,
      query: named(endpoint.query),
      body: named(endpoint.body),
      ...(endpoint.rows !== undefined && {
        row: listRowFields(endpoint.body).map(({ name, about }) => `${name}: ${about}`),
      }),
      example: endpoint.example?.body,
    }),
  }
}

function named(schema: EndpointFacts['body']): string[] {
  return listFields(schema).map(
    ({ name, type, isRequired, about }) => `${name} (${type}${isRequired ? ', required' : ''}): ${about}`,
  )
}
