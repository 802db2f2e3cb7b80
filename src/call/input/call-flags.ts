import * as Flags from '@oclif/core/flags'
import type { FlagInput } from '@oclif/core/interfaces'

import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { limits } from '../../catalog/limits.ts'
import { wideFlag } from '../../cli/flags.ts'

/** Output flags of every call. */
export const outputFlags = {
  fields: Flags.string({ summary: 'Fields to show for each row.', helpValue: '<a,b.c>', helpGroup: 'OUTPUT' }),
  ndjson: Flags.boolean({ summary: 'Print one JSON document per row.', helpGroup: 'OUTPUT' }),
  csv: Flags.boolean({
    summary: 'Print CSV with a header, safe to open in a spreadsheet.',
    helpGroup: 'OUTPUT',
  }),
  wide: Flags.boolean({ ...wideFlag.wide, helpGroup: 'OUTPUT' }),
  include: Flags.boolean({
    char: 'i',
    summary: 'Show the status line and headers (on stderr with --json, --ndjson or --csv).',
    helpGroup: 'OUTPUT',
  }),
}

/** Request flags of every call. */
export const sendFlags = {
  'dry-run': Flags.boolean({ summary: 'Show the request without sending it.', helpGroup: 'SENDING' }),
  curl: Flags.boolean({
    summary: 'Print the request as a curl command that reads $SVCAPP_TOKEN, without sending it.',
    helpGroup: 'SENDING',
  }),
  'max-rate': Flags.integer({
    summary: 'Maximum requests per minute, evenly spaced.',
    helpValue: '<n>',
    helpGroup: 'SENDING',
    min: 1,
    max: limits.requestsPerMinutePerToken,
  }),
}

const allFlag = { all: Flags.boolean({ summary: 'Fetch all pages.', helpGroup: 'ROWS' }) }

const limitFlag = {
  limit: Flags.integer({
    summary: 'Maximum number of rows (per region with --region all).',
    helpValue: '<n>',
    helpGroup: 'ROWS',
    min: 1,
  }),
}

const streamFlags = {
  follow: Flags.boolean({ summary: 'Keep polling for new changes.', helpGroup: 'STREAM' }),
  'cursor-file': Flags.string({
    summary: 'Resume from the cursor in this file, and save the new cursor after each batch.',
    helpValue: '<file>',
    helpGroup: 'STREAM',
  }),
  since: Flags.string({
    summary: 'Start time, if no cursor is saved yet. A date is midnight UTC. With --follow, the default is now.',
    helpValue: '<ISO time|now>',
    helpGroup: 'STREAM',
  }),
  interval: Flags.string({
    summary: 'Pause between polls. Default: 10s.',
    helpValue: '<time>',
    helpGroup: 'STREAM',
  }),
}

const bulkFlags = {
  'chunk-size': Flags.integer({
    summary: 'Rows per request. Default: 100, or 500 if a request writes all rows or none.',
    helpValue: '<n>',
    helpGroup: 'ROWS',
    min: 1,
    max: 500,
  }),
  'failed-out': Flags.string({
    summary: 'File for the unwritten rows, which you can resend with --data.',
    helpValue: '<file>',
    helpGroup: 'ROWS',
  }),
}

/** Returns the flags of an endpoint that the catalog's facts allow, besides those of its fields. */
export function callFlags(endpoint: EndpointFacts): FlagInput {
  return {
    ...(endpoint.paging === 'page' ? { ...allFlag, ...limitFlag } : {}),
    ...(endpoint.paging === 'cursor' ? { ...allFlag, ...streamFlags } : {}),
    ...(endpoint.rows === undefined ? {} : bulkFlags),
    ...outputFlags,
    ...sendFlags,
  }
}
