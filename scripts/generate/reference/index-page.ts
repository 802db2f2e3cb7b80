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
    'The REST API of the platform, also as [OpenAPI 3.1](../../openapi.json). To call it from a program, see [the client library](../client.md). To call it from a terminal, see `app call --help`. [Checks](checks.md) lists the checks of `app check`.',
    '## Operations',
    table(
      ['operation', 'method and path', 'scope', 'what it does'],
      endpoints.map(({ resource, endpoint: { id, method, path, scope, summary } }) => [
        `[${id}](${resource}.md#${id.replaceAll('.', '')})`,
        `\`${method} ${API_PREFIX}${path}\``,
        scope === null ? 'none' : `\`${scope}\``,
        summary,
      ]),
    ),
    '## What holds for every call',
    [
      '- `Authorization: Bearer <token>`; bodies and answers are JSON with camelCase names unless an operation says otherwise.',
      '- A store-wide token names its region by the header `X-Region-Id` or by `?regionId`; a region-scoped token never reads either.',
      '- A `decimal` is exact: neither side rounds it. A `long` is a whole number of 64 bits. A program must keep every digit of both.',
      `- At most ${limits.requestsPerMinutePerToken} requests a minute with one token.`,
      '- What the documents leave open and how it was decided here stands with each operation, with its id; `app emulator assumptions` lists all of it.',
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
      ['scope', 'what it opens', 'operations'],
      scopeNames.map((scope) => scopeRow(scope, endpoints)),
    ),
    '## Topics',
    'Which scope a topic needs is assumed (N6), and so is what makes the emulator send it (N4).',
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
  const rest = facts.notShown === true ? ['others are not shown'] : []
  return [`\`${name}\``, facts.grants + note, [...opened, ...rest].join(', ') || 'none']
}

function topicRow(name: Topic): string[] {
  const { meaning, scope, sentAfter } = topics[name]
  return [`\`${name}\``, meaning, scope === null ? 'none' : `\`${scope}\``, sentAfter]
}
