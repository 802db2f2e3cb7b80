import type { Deviation } from '../deviation.ts'
import type { Recipe } from '../recipe.ts'

const lineFeeds = 'Sign topic, LF, store id, LF, timestamp, LF and raw body, with single line feeds (0x0A).'

type Join = Recipe['join']

function joining(id: string, what: string, join: Join): Deviation {
  return { id, part: 'joining', what, remedy: lineFeeds, apply: (recipe) => ({ ...recipe, join }) }
}

const separators: readonly (readonly [name: string, text: string])[] = [
  ['line feeds', '\n'],
  ['nothing', ''],
  ['dots', '.'],
  ['colons', ':'],
  ['vertical bars', '|'],
  ['commas', ','],
  ['semicolons', ';'],
  ['spaces', ' '],
  ['slashes', '/'],
  ['hyphens', '-'],
  ['underscores', '_'],
  ['ampersands', '&'],
  ['plus signs', '+'],
  ['tabs', '\t'],
  ['CRLF', '\r\n'],
  ['the two characters \\n', '\\n'],
]

type Part = 'topic' | 'store' | 'timestamp' | 'body'

/** Returns every selection of the parts in every order, always with the body. */
function orders(rest: readonly Part[] = ['topic', 'store', 'timestamp', 'body']): Part[][] {
  return [[], ...rest.flatMap((part) => orders(rest.filter((one) => one !== part)).map((tail) => [part, ...tail]))]
}

/** Every order of the parts with every usual separator: some hundreds, so they are tried last. */
export const anyJoinings: readonly Deviation[] = separators.flatMap(([name, text]) =>
  orders()
    .filter((parts) => parts.includes('body') && parts.length > 1)
    .map((parts) =>
      joining('other-format', `over ${listed(parts)}, with ${name} between them`, (recipe) =>
        parts.flatMap((part, at) => (at === 0 ? [recipe[part]] : [text, recipe[part]])),
      ),
    ),
)

function listed(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}

/** Other ways to join the parts. */
export const joinings: readonly Deviation[] = [
  joining('missing-line-feed', 'without the line feed before the body', ({ topic, store, timestamp, body }) => [
    `${topic}\n${store}\n${timestamp}`,
    body,
  ]),
  joining('missing-line-feed', 'without the line feed after the topic', ({ topic, store, timestamp, body }) => [
    `${topic}${store}\n${timestamp}\n`,
    body,
  ]),
  joining('missing-line-feed', 'without the line feed after the store', ({ topic, store, timestamp, body }) => [
    `${topic}\n${store}${timestamp}\n`,
    body,
  ]),
  joining('missing-line-feed', 'without any line feed', ({ topic, store, timestamp, body }) => [
    `${topic}${store}${timestamp}`,
    body,
  ]),
  joining('crlf', 'with CRLF between the parts', ({ topic, store, timestamp, body }) => [
    `${topic}\r\n${store}\r\n${timestamp}\r\n`,
    body,
  ]),
  joining('line-feed-at-end', 'with an extra line feed after the body', ({ topic, store, timestamp, body }) => [
    `${topic}\n${store}\n${timestamp}\n`,
    body,
    '\n',
  ]),
  joining('escaped-line-feed', 'with the two characters \\n instead of a line feed', (parts) => [
    `${parts.topic}\\n${parts.store}\\n${parts.timestamp}\\n`,
    parts.body,
  ]),
  joining('body-alone', 'over the body alone', ({ body }) => [body]),
  joining('other-format', 'over timestamp, dot and body, as other services do', ({ timestamp, body }) => [
    `${timestamp}.`,
    body,
  ]),
  joining('other-format', 'with dots between the parts', ({ topic, store, timestamp, body }) => [
    `${topic}.${store}.${timestamp}.`,
    body,
  ]),
  joining('other-format', 'with colons between the parts', ({ topic, store, timestamp, body }) => [
    `${topic}:${store}:${timestamp}:`,
    body,
  ]),
  joining('part-left-out', 'without the topic', ({ store, timestamp, body }) => [`${store}\n${timestamp}\n`, body]),
  joining('part-left-out', 'without the store', ({ topic, timestamp, body }) => [`${topic}\n${timestamp}\n`, body]),
  joining('part-left-out', 'without the timestamp', ({ topic, store, body }) => [`${topic}\n${store}\n`, body]),
  joining('other-order', 'with the store before the topic', ({ topic, store, timestamp, body }) => [
    `${store}\n${topic}\n${timestamp}\n`,
    body,
  ]),
  joining('other-order', 'with the timestamp first', ({ topic, store, timestamp, body }) => [
    `${timestamp}\n${topic}\n${store}\n`,
    body,
  ]),
  joining('other-order', 'with the timestamp before the store', ({ topic, store, timestamp, body }) => [
    `${topic}\n${timestamp}\n${store}\n`,
    body,
  ]),
]
