import { API_PREFIX, type EndpointFacts } from '../../../src/catalog/endpoint.ts'
import { commonErrors } from '../../../src/catalog/errors.ts'
import { limits } from '../../../src/catalog/limits.ts'
import { scopeFacts, scopeNames, type Scope } from '../../../src/catalog/scopes.ts'
import { topicNames, topics, type Topic } from '../../../src/catalog/topics.ts'
import { GENERATED, table } from './resource-page.ts'

type Resources = readonly (readonly [string, readonly EndpointFacts[]])[]

/** Returns the index: every endpoint, scope and topic, and what applies to all calls. */
export function indexPage(resources: Resources): string {
  const endpoints = resources.flatMap(([resource, all]) => all.map((endpoint) => ({ resource, endpoint })))
  return [
    GENERATED,
    '# Reference',
    "This page lists the operations of the platform's REST API, also available as [OpenAPI 3.1](../../openapi.json). To call it from a program, see [the client library](../client.md). To call it from a terminal, see `app call --help`. [Checks](../checks.md) lists the checks of `app check`.",
    '## Operations',
    table(
      ['operation', 'method and path', 'scope', 'description'],
      endpoints.map(({ resource, endpoint: { id, method, path, scope, summary } }) => [
        `[${id}](${resource}.md#${id.replaceAll('.', '')})`,
        `\`${method} ${API_PREFIX}${path}\``,
        scope === null ? 'none' : `\`${scope}\``,
        summary,
      ]),
    ),
    '## Common to all calls',
    [
      '- Send `Authorization: Bearer <token>`. Request and response bodies are JSON with camelCase names, unless the operation says otherwise.',
      '- With a store-wide token, select the region with the header `X-Region-Id` or with `?regionId`. With a region-scoped token, the platform ignores both.',
      '- A `decimal` is exact and is never rounded. A `long` is a 64-bit integer. Your program must keep every digit of both.',
      `- A token may send at most ${limits.requestsPerMinutePerToken} requests a minute.`,
      "- Each operation lists the questions that the documents leave open, with their ids and the emulator's behavior. `app emulator assumptions` lists all of them.",
    ].join('\n'),
    table(
      ['status', 'when', 'message'],
      commonErrors.map(({ status, when, message }) => [
        String(status),
        when,
        message === undefined ? '' : `\`${message}\``,
      ]),
    ),
    '## Scopes',
    table(
      ['scope', 'access', 'operations'],
      scopeNames.map((scope) => scopeRow(scope, endpoints)),
    ),
    '## Topics',
    'The scope of each topic (N6) and the action after which the emulator sends the event (N4) are assumed.',
    table(['topic', 'meaning', 'scope', 'sent after'], topicNames.map(topicRow)),
    '',
  ].join('\n\n')
}

function scopeRow(name: Scope, endpoints: readonly { resource: string; endpoint: EndpointFacts }[]): string[] {
  const facts = scopeFacts(name)
  const opened = endpoints
    .filter(({ endpoint }) => endpoint.scope === name)
    .map(({ resource, endpoint: { id } }) => `[${id}](${resource}.md#${id.replaceAll('.', '')})`)
  const note = facts.announced === true ? ' Announced, not available yet.' : ''
  const rest = facts.notShown === true ? ['others that the documents do not describe'] : []
  return [`\`${name}\``, facts.grants + note, [...opened, ...rest].join(', ') || 'none']
}

function topicRow(name: Topic): string[] {
  const { meaning, scope, sentAfter } = topics[name]
  return [`\`${name}\``, meaning, scope === null ? 'none' : `\`${scope}\``, sentAfter]
}
