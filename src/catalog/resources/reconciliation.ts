import { endpoint } from '../endpoint.ts'
import { bool, filledText, idText, int, text } from '../fields.ts'
import * as z from '../schema.ts'
import { pageOf, pageQuery } from '../shapes.ts'

const item = z.object({
  id: int({ about: 'Product id.' }),
  status: text({ about: 'A published, P draft.' }),
  name: text({ about: 'Name. It proves nothing about identity.' }),
  category: z.nullable(
    z.object({
      id: int({ about: 'Category id.' }),
      name: text({ about: 'Category name.' }),
    }),
  ),
  sku: z.nullable(text({ about: 'Stock keeping unit.' })),
  gtin: z.nullable(text({ about: 'Barcode (EAN, UPC).' })),
  mpn: z.nullable(text({ about: "Manufacturer's part number." })),
  ownership: text({ about: 'unmanaged is the documented value: no app manages it.' }),
})

const idParams = z.object({ id: idText({ about: 'Product id.' }) })

const externalRef = filledText({ about: "The app's key for the product." })

const unknownProduct = { status: 404, when: 'Unknown product in this region.' } as const

const regenerateBody = z
  .looseObject({
    externalRef,
    userConfirmed: bool({ about: 'True if a user has seen and confirmed the product. Other values are rejected.' }),
    evidenceDigest: text({ about: 'From refresh-context, unchanged.', min: 1 }),
    idempotencyKey: filledText({ about: 'Key of this regeneration. A repeat returns the first response.' }),
  })
  // RECON-051: which SKU it becomes is the formula's business alone.
  .check(z.refine((body) => !('sku' in body || 'targetSku' in body), { path: ['sku'] }))

export const reconciliation = {
  list: endpoint({
    id: 'reconciliation.list',
    method: 'GET',
    path: '/products/reconciliation',
    summary: "List a region's products that no app manages",
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
    summary: 'Adopt a product that no app manages, by its GTIN.',
    scope: 'products.write',
    pin: 'required',
    params: idParams,
    body: z.object({
      externalRef,
      proof: z.object({
        type: z.enum(['exact_gtin']),
        gtin: text({ about: "Must equal the product's GTIN, which no other product of the store has.", min: 1 }),
      }),
    }),
    example: {
      body: { externalRef: 'mug-1', proof: { type: 'exact_gtin', gtin: '8690000000012' } },
      replace: { 'proof.gtin': "the product's GTIN: app call reconciliation list" },
    },
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'The product.' }),
      externalRef: text({ about: 'Its current key.' }),
      adopted: bool({ about: 'True: the app now manages it.' }),
      idempotent: bool({ about: 'True for a repeated adoption, which writes nothing.' }),
    }),
    idempotency: { kind: 'key', field: 'externalRef' },
    errors: [
      unknownProduct,
      { status: 400, when: 'externalRef or proof is missing, or the proof type is not exact_gtin.' },
      { status: 409, when: 'Another app manages the product, or this app does under another reference.' },
      { status: 409, when: 'The reference belongs to another product of this app.' },
      { status: 409, when: 'The product does not have this GTIN, or another product in the store has it too.' },
    ],
    assumed: ['A5', 'B24', 'N23', 'N28', 'C1', 'C2'],
  }),
  'refresh-context': endpoint({
    id: 'reconciliation.refresh-context',
    method: 'GET',
    path: '/products/reconciliation/{id}/refresh-context',
    summary: 'Show the state and evidence for a SKU regeneration.',
    scope: 'products.read',
    pin: 'required',
    params: idParams,
    query: z.object({ externalRef }),
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'The product.' }),
      productType: text({ about: 'simple is the documented value. Only simple products can be regenerated.' }),
      current: z.object({
        sku: z.nullable(text({ about: 'Current SKU.' })),
        gtin: z.nullable(text({ about: 'Current GTIN.' })),
      }),
      fieldLocks: z.array(text({ about: 'A field that the store owner has locked.' })),
      evidenceDigest: text({ about: "64 hex characters for the product's state, valid for ten minutes." }),
    }),
    idempotency: { kind: 'read' },
    errors: [
      unknownProduct,
      { status: 400, when: 'externalRef is missing.' },
      { status: 409, when: 'This app does not manage the product under this reference.' },
    ],
    assumed: ['A5', 'B24', 'B32', 'N28', 'C4'],
  }),
  'regenerate-sku': endpoint({
    id: 'reconciliation.regenerate-sku',
    method: 'POST',
    path: '/products/reconciliation/{id}/sku/regenerate',
    summary: "Regenerate a simple product's SKU by the store's formula.",
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
        externalRef: "this app's key of the product",
        evidenceDigest: 'valid for ten minutes: app call reconciliation refresh-context <id> --external-ref <ref>',
      },
    },
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'The product.' }),
      externalRef: text({ about: "The app's own key of the product." }),
      previousSku: z.nullable(text({ about: 'Previous SKU.' })),
      sku: text({ about: 'Current SKU.' }),
      changed: bool({ about: 'False when the product already had this SKU.' }),
      fieldLockTransferred: bool({ about: "True when the owner's SKU lock now has the new value." }),
      auditId: int({ about: 'Audit record of this change.' }),
      idempotent: bool({ about: 'True when this key was used before and nothing was written.' }),
    }),
    idempotency: { kind: 'key', field: 'idempotencyKey' },
    errors: [
      unknownProduct,
      { status: 400, when: 'A field is missing, userConfirmed is not true, or the body contains a SKU.' },
      { status: 409, when: 'This app does not manage the product under this reference.' },
      { status: 409, when: 'The product has variants.' },
      {
        status: 409,
        when: 'The digest is older than ten minutes, belongs to another app or product, or the product has changed.',
      },
      { status: 409, when: 'The key was used for another regeneration.' },
    ],
    assumed: ['A5', 'B24', 'B32', 'B55', 'N28', 'C3', 'C4'],
  }),
}
