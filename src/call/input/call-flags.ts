import * as Flags from '@oclif/core/flags'
import type { FlagInput } from '@oclif/core/interfaces'

import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { limits } from '../../catalog/limits.ts'
import { wideFlag } from '../../command/flags.ts'

/** How an answer is shown; every call has them. */
export const outputFlags = {
  fields: Flags.string({ summary: 'Only these members of each row.', helpValue: '<a,b.c>', helpGroup: 'OUTPUT' }),
  ndjson: Flags.boolean({ summary: 'One JSON document a line, one line a row.', helpGroup: 'OUTPUT' }),
  csv: Flags.boolean({
    summary: 'CSV with a header, safe to open as a spreadsheet. A table in a pipe has no header.',
    helpGroup: 'OUTPUT',
  }),
  wide: Flags.boolean({ ...wideFlag.wide, helpGroup: 'OUTPUT' }),
  include: Flags.boolean({
    char: 'i',
    summary: "The answer's status line and headers too; on stderr beside --json, --ndjson and --csv.",
    helpGroup: 'OUTPUT',
  }),
}

/** How a request is sent, or not; every call has them. */
export const sendFlags = {
  'dry-run': Flags.boolean({ summary: 'Show what would be sent, and send nothing.', helpGroup: 'SENDING' }),
  curl: Flags.boolean({
    summary: 'Print the request as a curl command that reads the token from $SVCAPP_TOKEN, and send nothing.',
    helpGroup: 'SENDING',
  }),
  'max-rate': Flags.integer({
    summary: 'Send at most so many requests a minute, evenly.',
    helpValue: '<n>',
    helpGroup: 'SENDING',
    min: 1,
    max: limits.requestsPerMinutePerToken,
  }),
}

const allFlag = { all: Flags.boolean({ summary: 'Every row, not only one page.', helpGroup: 'ROWS' }) }

const limitFlag = {
  limit: Flags.integer({
    summary: 'The first so many rows; with --region all, of each region.',
    helpValue: '<n>',
    helpGroup: 'ROWS',
    min: 1,
  }),
}

const streamFlags = {
  follow: Flags.boolean({ summary: 'Go on for ever: ask again after each round.', helpGroup: 'STREAM' }),
  'cursor-file': Flags.string({
    summary: 'Go on where this file says, and keep the place there after each batch.',
    helpValue: '<file>',
    helpGroup: 'STREAM',
  }),
  since: Flags.string({
    summary: 'Where to begin as long as there is no cursor file. With --follow: now.',
    helpValue: '<ISO time|now>',
    helpGroup: 'STREAM',
  }),
  interval: Flags.string({
    summary: 'Pause between two rounds. Default 10s.',
    helpValue: '<time>',
    helpGroup: 'STREAM',
  }),
}

const bulkFlags = {
  'chunk-size': Flags.integer({
    summary: 'Rows in one request. Default 100; 500 where a request is written as a whole or not at all.',
    helpValue: '<n>',
    helpGroup: 'ROWS',
    min: 1,
    max: 500,
  }),
  'failed-out': Flags.string({
    summary: 'Write the rows that were not written to this file, ready to be sent again.',
    helpValue: '<file>',
    helpGroup: 'ROWS',
  }),
}

/** What an endpoint offers beyond its own fields: as its facts in the catalog allow. */
export function callFlags(endpoint: EndpointFacts): FlagInput {
  return {
    ...(endpoint.paging === 'page' ? { ...allFlag, ...limitFlag } : {}),
    ...(endpoint.paging === 'cursor' ? { ...allFlag, ...streamFlags } : {}),
    ...(endpoint.rows === undefined ? {} : bulkFlags),
    ...outputFlags,
    ...sendFlags,
  }
}
