import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import { openTelemetry } from '../../../src/dev/processes/app-telemetry.ts'
import { openJournal } from '../../../src/journal/journal.ts'

/** What an app gets, with these settings of the developer in the environment and in .env. */
function environmentWith(env: Record<string, string>, { file = '', collector = '' } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-otel-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(dir, { recursive: true })
  if (file !== '') writeFileSync(join(dir, '.env'), file)
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  onTestFinished(journal.close)
  const dev = {
    tools: { env, randomBytes: (size: number) => Buffer.alloc(size, 7), now: () => new Date(), send: async () => ({}) },
    options: {
      project: { dir, config: { key: 'app.acme.loyalty' } },
      ...(collector !== '' && { otlpEndpoint: new URL(collector) }),
    },
    emit: () => {},
    atEnd: () => {},
    // Only what this part looks at.
  } as unknown as DevContext
  return openTelemetry(dev, { journal, keepsText: true }).environment('http://127.0.0.1:4811')
}

const ours = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4811/__svcapp/otlp',
  OTEL_EXPORTER_OTLP_HEADERS: `x-svcapp-otlp-token=${'07'.repeat(16)}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
}

it('an app receives the address for its spans, with its own service name', () => {
  expect(environmentWith({})).toEqual({ ...ours, OTEL_SERVICE_NAME: 'app.acme.loyalty' })
})

it('keeps the settings of the developer, in the environment and in .env', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

  expect(environmentWith({ OTEL_SERVICE_NAME: 'mine' })).toEqual(ours)
  expect(environmentWith(endpoint)).toEqual({ OTEL_SERVICE_NAME: 'app.acme.loyalty' })
  expect(environmentWith({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x', OTEL_SERVICE_NAME: 'mine' })).toEqual({})
  expect(environmentWith({}, { file: 'A=1\nexport OTEL_EXPORTER_OTLP_ENDPOINT = "http://x"\n' })).toEqual({
    OTEL_SERVICE_NAME: 'app.acme.loyalty',
  })
})

it('sends all spans through this tool if a flag specifies the collector', () => {
  expect(
    environmentWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, { collector: 'http://127.0.0.1:4318' }),
  ).toMatchObject(ours)
})
