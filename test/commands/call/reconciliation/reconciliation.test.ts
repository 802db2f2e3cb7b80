import { expect, it } from 'vitest'

import Adopt from '../../../../src/commands/call/reconciliation/adopt.ts'
import List from '../../../../src/commands/call/reconciliation/list.ts'
import RefreshContext from '../../../../src/commands/call/reconciliation/refresh-context.ts'
import RegenerateSku from '../../../../src/commands/call/reconciliation/regenerate-sku.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

type Command = Parameters<typeof runCommand<void>>[0]

async function makeInstalled() {
  const platform = await makeInstalledPlatform({
    registration: { requested_scopes: ['products.read', 'products.write'] },
  })
  const call = (Class: Command, argv: readonly string[]) => runCommand(Class, argv, platform.context())
  const { stdout } = await call(List, ['--json'])
  const { items } = JSON.parse(stdout) as { items: { id: number; gtin: string; sku: string }[] }
  const item = items.at(-1) ?? { id: 0, gtin: '', sku: '' }
  const proof = (gtin: string) => ['-F', `proof=${JSON.stringify({ type: 'exact_gtin', gtin })}`]
  const adopt = (more: readonly string[] = proof(item.gtin)) =>
    call(Adopt, [String(item.id), '--external-ref', 'r-1', ...more])
  const bodies = () =>
    platform
      .calls()
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)
  return { ...platform, call, item, proof, adopt, bodies }
}

it('lists unmanaged products without matching them (RECON-014)', async () => {
  const { call, item } = await makeInstalled()

  const { stdout, exit } = await call(List, ['--page-size', '100'])

  expect(exit).toBe(0)
  expect(stdout).toContain(`${item.id}\tLinen tote bag\t${item.sku}\t${item.gtin}\tEX-0001\t`)
  expect(
    stdout
      .trim()
      .split('\n')
      .every((line) => line.endsWith('unmanaged')),
  ).toBe(true)
})

it('adopts by GTIN, and reports a product that is already adopted (RECON-018 RECON-029)', async () => {
  const { adopt, item, bodies } = await makeInstalled()

  const first = await adopt()
  const again = await adopt()

  expect(first.stdout).toBe(`Product ${item.id} adopted as r-1.\n`)
  expect(again.stdout).toBe(`Product ${item.id} is already adopted as r-1. Nothing was written.\n`)
  expect(bodies()[0]).toEqual({ externalRef: 'r-1', proof: { type: 'exact_gtin', gtin: item.gtin } })
})

it.each([
  ['RECON-026 no proof', []],
  ['RECON-024 RECON-030 a SKU as proof', ['-F', 'proof={"type":"sku_mpn","sku":"a","mpn":"b"}']],
  ['RECON-025 RECON-030 structural evidence', ['-F', 'proof={"type":"structural_evidence"}']],
  ['RECON-014 a name', ['-F', 'proof={"name":"Linen tote bag"}']],
])('%s is rejected before anything is sent', async (_rule, more) => {
  const { adopt, bodies } = await makeInstalled()

  const { exit, error } = await adopt(more)

  expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  expect(bodies()).toEqual([])
})

it('a conflict is an error with the message of the platform (RECON-031 RECON-027 RECON-028)', async () => {
  const { adopt, proof } = await makeInstalled()

  const { exit, error } = await adopt(proof('2000000099999'))

  expect([exit, error?.code]).toEqual([12, 'api.error'])
  expect(error?.message).toContain('409, “The product does not have this GTIN”')
})

it('sends the digest from refresh-context unchanged to the regeneration (RECON-034 RECON-040 RECON-052 RECON-043)', async () => {
  const { adopt, call, item, bodies, calls } = await makeInstalled()
  await adopt()
  const id = String(item.id)
  const shown = await call(RefreshContext, [id, '--external-ref', 'r-1'])
  const { stdout } = await call(RefreshContext, [id, '--external-ref', 'r-1', '--json'])
  const { evidenceDigest } = JSON.parse(stdout) as { evidenceDigest: string }
  const argv = [id, '--external-ref', 'r-1', '--user-confirmed', '--evidence-digest', evidenceDigest]

  const first = await call(RegenerateSku, [...argv, '--idempotency-key', 'k-1'])
  const again = await call(RegenerateSku, [...argv, '--idempotency-key', 'k-1'])
  const stale = await call(RegenerateSku, [...argv, '--idempotency-key', 'k-2'])

  expect(calls().find(({ url }) => url.pathname.endsWith('/refresh-context'))?.url.search).toBe('?externalRef=r-1')
  expect(shown.stdout).toContain(`SKU       ${item.sku}\n`)
  expect(shown.stdout).toContain(`Evidence  ${evidenceDigest}\n`)
  expect(first.stdout).toBe(`SKU of product ${id}: ${item.sku} became DEMO-LINENT-${id} (audit 1).\n`)
  expect(again.stdout).toBe(
    `SKU of product ${id}: ${item.sku} became DEMO-LINENT-${id} (audit 1). The SKU was already regenerated. Nothing was written.\n`,
  )
  expect(bodies()[1]).toEqual({ externalRef: 'r-1', userConfirmed: true, evidenceDigest, idempotencyKey: 'k-1' })
  expect([stale.exit, stale.error?.code]).toEqual([12, 'api.error'])
})

it.each([
  ['RECON-050 no word of a person', []],
  ['RECON-051 a SKU of one’s own', ['--user-confirmed', '-f', 'sku=MINE']],
])('%s is rejected without sending anything', async (_rule, more) => {
  const { call, item, bodies } = await makeInstalled()

  const { exit, error } = await call(RegenerateSku, [
    String(item.id),
    '--external-ref',
    'r-1',
    '--evidence-digest',
    'd',
    '--idempotency-key',
    'k',
    ...more,
  ])

  expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  expect(bodies()).toEqual([])
})

it('no flag sets a SKU or another proof (RECON-051 RECON-030)', () => {
  const flags = [Adopt, RegenerateSku].flatMap((Class) => Object.keys((Class as unknown as { flags: object }).flags))

  expect(flags).toContain('user-confirmed')
  expect(flags.filter((flag) => /sku|mpn|target-/.test(flag))).toEqual([])
})
