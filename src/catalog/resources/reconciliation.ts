import { endpoint } from '../endpoint.ts'
import { bool, filledText, idText, int, text } from '../fields.ts'
import * as z from '../schema.ts'
import { pageOf, pageQuery } from '../shapes.ts'

const item = z.object({
  id: int({ about: 'Product id.' }),
  status: text({ about: 'A published, P draft.' }),
  name: text({ about: 'Name. Nothing may be concluded from it: identity needs a proof.' }),
  category: z.nullable(
    z.object({
      id: int({ about: 'Category id.' }),
      name: text({ about: 'Name of the category.' }),
    }),
  ),
  sku: z.nullable(text({ about: 'Stock keeping unit.' })),
  gtin: z.nullable(text({ about: 'Barcode (EAN, UPC).' })),
  mpn: z.nullable(text({ about: "Manufacturer's part number." })),
  ownership: text({ about: 'unmanaged is the shown value: no app manages it.' }),
})

const idParams = z.object({ id: idText({ about: 'Product id.' }) })

const externalRef = filledText({ about: "The app's own key of the product." })

const unknownProduct = { status: 404, when: 'No such product in this region.' } as const

const regenerateBody = z
  .looseObject({
    externalRef,
    userConfirmed: bool({ about: 'True: a person has seen the product and agreed. Anything else is refused.' }),
    evidenceDigest: text({ about: 'From refresh-context, carried unchanged.', min: 1 }),
    idempotencyKey: filledText({ about: 'Key of this regeneration; a repeat answers what the first one did.' }),
  })
  // RECON-051: which SKU it becomes is the formula's business alone.
  .check(z.refine((body) => !('sku' in body || 'targetSku' in body), { path: ['sku'] }))

export const reconciliation = {
  list: endpoint({
    id: 'reconciliation.list',
    method: 'GET',
    path: '/products/reconciliation',
    summary: 'List the products of a region that no app manages.',
    scope: 'products.read',
    pin: 'required',
    query: z.object(pageQuery),
    response: pageOf(item),
    paging: 'page',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A5', 'A20', 'B16', 'B17', 'B24', 'N12'],
  }),
  adopt: endpoint({
    id: 'reconciliation.adopt',
    method: 'POST',
    path: '/products/reconciliation/{id}/adopt',
    summary: 'Claim a product that no app manages, by its GTIN.',
    scope: 'products.write',
    pin: 'required',
    params: idParams,
    body: z.object({
      externalRef,
      proof: z.object({
        type: z.enum(['exact_gtin']),
        gtin: text({ about: 'Exactly as the product has it, and no other product of the store.', min: 1 }),
      }),
    }),
    example: {
      body: { externalRef: 'mug-1', proof: { type: 'exact_gtin', gtin: '8690000000012' } },
      replace: { 'proof.gtin': 'the GTIN of the product: app call reconciliation list' },
    },
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'The product.' }),
      externalRef: text({ about: 'The key that it now has.' }),
      adopted: bool({ about: 'True: the app manages it now.' }),
      idempotent: bool({ about: 'True when the same adoption was made before, so that nothing was written.' }),
    }),
    idempotency: { kind: 'key', field: 'externalRef' },
    errors: [
      unknownProduct,
      { status: 400, when: 'externalRef or proof is missing, or the proof is of another type than exact_gtin.' },
      { status: 409, when: 'Another app manages the product, or this one does already under another reference.' },
      { status: 409, when: 'The reference belongs to another product of this app.' },
      { status: 409, when: 'The product does not have this GTIN, or another product of the store has it too.' },
    ],
    assumed: ['A5', 'B24', 'N23', 'N28', 'C1', 'C2'],
  }),
  'refresh-context': endpoint({
    id: 'reconciliation.refresh-context',
    method: 'GET',
    path: '/products/reconciliation/{id}/refresh-context',
    summary: 'Show what a SKU regeneration would start from, with the evidence that it asks for.',
    scope: 'products.read',
    pin: 'required',
    params: idParams,
    query: z.object({ externalRef }),
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'The product.' }),
      productType: text({ about: 'simple is the shown value, and the only one that can be regenerated.' }),
      current: z.object({
        sku: z.nullable(text({ about: 'SKU now.' })),
        gtin: z.nullable(text({ about: 'GTIN now.' })),
      }),
      fieldLocks: z.array(text({ about: 'A field that the store owner has locked.' })),
      evidenceDigest: text({ about: '64 hex characters over the state of the product; valid for ten minutes.' }),
    }),
    idempotency: { kind: 'read' },
    errors: [
      unknownProduct,
      { status: 400, when: 'externalRef is missing.' },
      { status: 409, when: 'This app does not manage the product, or not under this reference.' },
    ],
    assumed: ['A5', 'B24', 'B32', 'N28', 'C4'],
  }),
  'regenerate-sku': endpoint({
    id: 'reconciliation.regenerate-sku',
    method: 'POST',
    path: '/products/reconciliation/{id}/sku/regenerate',
    summary: "Give a simple product of this app the SKU of the store's formula.",
    scope: 'products.write',
    pin: 'required',
    params: idParams,
    body: regenerateBody,
    example: {
      body: {
        externalRef: 'mug-1',
        userConfirmed: true,
        evidenceDigest: '0'.repeat(64),
        idempotencyKey: 'regenerate-mug-1',
      },
      replace: {
        externalRef: 'the key that this app gave the product',
        evidenceDigest: 'fresh for ten minutes: app call reconciliation refresh-context <id> --external-ref <ref>',
      },
    },
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'The product.' }),
      externalRef: text({ about: "The app's own key of it." }),
      previousSku: z.nullable(text({ about: 'SKU before.' })),
      sku: text({ about: 'SKU now.' }),
      changed: bool({ about: 'False when the product already had this SKU.' }),
      fieldLockTransferred: bool({ about: "True when the owner's lock on the SKU now holds the new one." }),
      auditId: int({ about: 'Record of this change.' }),
      idempotent: bool({ about: 'True when this key was used before and nothing was written.' }),
    }),
    idempotency: { kind: 'key', field: 'idempotencyKey' },
    errors: [
      unknownProduct,
      { status: 400, when: 'A field is missing, userConfirmed is not true, or the body names a SKU.' },
      { status: 409, when: 'This app does not manage the product, or not under this reference.' },
      { status: 409, when: 'The product has variants.' },
      { status: 409, when: 'The digest is older than ten minutes, of another app or product, or the product changed.' },
      { status: 409, when: 'The key was used for another regeneration.' },
    ],
    assumed: ['A5', 'B24', 'B32', 'B55', 'N28', 'C3', 'C4'],
  }),
}
