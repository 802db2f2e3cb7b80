import { expect, it } from 'vitest'

import JournalQuery from '../../../src/commands/journal/query.ts'
import JournalViews from '../../../src/commands/journal/views.ts'
import { appendDelivery } from '../../../src/journal/deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { queryViews } from '../../../src/journal/query/query-views.ts'
import { query } from '../../../src/mcp/tools/query.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { someDelivery } from '../../support/delivery.ts'
import { makePlatform } from '../../support/platform.ts'

it('prints a table, JSON or CSV, and reports omitted rows', async () => {
  const { context, paths } = await makePlatform()
  const journal = openJournal({ path: paths.journalDb, appKey: 'app.acme.loyalty' })
  for (const note of ['=1+1', 'plain']) {
    appendDelivery(journal, someDelivery({ body: Buffer.from(JSON.stringify({ eventId: note, note })) }))
  }
  journal.close()
  const sql = "select id, topic, body ->> '$.note' note from deliveries order by id"

  const shown = await runCommand(JournalQuery, [sql], context({ width: 80 }))
  const json = await runCommand(JournalQuery, [sql, '--json', '--limit', '1'], context())
  const csv = await runCommand(JournalQuery, ['-', '--csv'], context({ readStdin: () => Buffer.from(sql) }))

  expect(shown.stdout).toContain('NOTE')
  expect(shown.stdout).toContain('plain')
  expect(JSON.parse(json.stdout)).toEqual({
    columns: ['id', 'topic', 'note'],
    rows: [[1, expect.any(String), '=1+1']],
    truncated: true,
  })
  expect(json.stderr).toContain('--limit')
  expect(csv.stdout.split('\r\n')[0]).toBe('id,topic,note')
  expect(csv.stdout).toContain("'=1+1")
})

it.each(queryViews)('the command help and the query tool for agents list the view $name', ({ name }) => {
  for (const text of [JournalQuery.description, query.about]) expect(text).toMatch(new RegExp(`\\b${name}\\b`))
})

it('keeps the most informative columns if not all columns fit', async () => {
  const { context, paths } = await makePlatform()
  const journal = openJournal({ path: paths.journalDb, appKey: 'app.acme.loyalty' })
  appendDelivery(journal, someDelivery({ eventId: 'evt_3924a1f0-77c2-4f1e-9a3b-0d9c1f2e4b6a' }))
  journal.close()

  const { stdout } = await runCommand(JournalQuery, ['select * from deliveries'], context({ width: 80 }))

  expect(stdout.split('\n')[0]).toMatch(/ID.*AT.*TOPIC.*STATE/)
})

it('rejects anything but a query, and lists the views', async () => {
  const { context } = await makePlatform()

  const { error, exit } = await runCommand(JournalQuery, ['delete from deliveries'], context())
  const views = await runCommand(JournalViews, [], makeContext({ width: 80 }))

  expect([error?.code, exit]).toEqual(['journal.bad-query', 2])
  expect(JSON.stringify(error)).toContain('app journal views')
  expect(views.stdout).toContain('deliveries')
  expect(views.stdout).toContain('event_id')
})
