import { endpoint } from '../endpoint.ts'
import { bool, filledText, idText, int, text } from '../fields.ts'
import * as z from '../schema.ts'
import { pageOf, pageQuery } from '../shapes.ts'

const item = z.object({
  id: int({ about: 'Product id.' }),
  status: text({ about: 'A: published, P: draft.' }),
  name: text({ about: 'Name, which does not prove identity.' }),
  category: z.nullable(
    z.object({
      id: int({ about: 'Category id.' }),
      name: text({ about: 'Category name.' }),
    }),
  ),
  sku: z.nullable(text({ about: 'Stock keeping unit.' })),
  gtin: z.nullable(text({ about: 'Barcode (EAN or UPC).' })),
  mpn: z.nullable(text({ about: 'Manufacturer part number.' })),
  ownership: text({ about: 'Owner. Documented value: unmanaged (no app manages the product).' }),
})

const idParams = z.object({ id: idText({ about: 'Product id.' }) })

const externalRef = filledText({ about: "The app's key for the product." })

const unknownProduct = { status: 404, when: 'Unknown product in this region.' } as const

const regenerateBody = z
  .looseObject({
    externalRef,
    userConfirmed: bool({ about: 'Must be true. Confirms that a user saw the product and approved the change.' }),
    evidenceDigest: text({ about: 'evidenceDigest from refresh-context, unchanged.', min: 1 }),
    idempotencyKey: filledText({ about: 'Key of this regeneration. A repeat returns the first result.' }),
  })
  // RECON-051: only the formula decides the resulting SKU.
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
    summary: 'Adopt a product that no app manages, by its GTIN',
    scope: 'products.write',
    pin: 'required',
    params: idParams,
    body: z.object({
      externalRef,
      proof: z.object({
        type: z.enum(['exact_gtin']),
        gtin: text({ about: "The product's GTIN, unique in the store.", min: 1 }),
      }),
    }),
    example: {
      body: { externalRef: 'mug-1', proof: { type: 'exact_gtin', gtin: '8690000000012' } },
      replace: { 'proof.gtin': "the product's GTIN (app call reconciliation list)" },
    },
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'Product id.' }),
      externalRef: text({ about: "The product's new key." }),
      adopted: bool({ about: 'true if the app now manages the product.' }),
      idempotent: bool({ about: 'true if this adoption was already done and nothing was written.' }),
    }),
    idempotency: { kind: 'key', field: 'externalRef' },
    errors: [
      unknownProduct,
      { status: 400, when: 'externalRef or proof is missing, or the proof type is not exact_gtin.' },
      { status: 409, when: 'Another app manages the product, or this app manages it with another externalRef.' },
      { status: 409, when: 'The externalRef belongs to another product of this app.' },
      { status: 409, when: 'The product does not have this GTIN, or another product in the store has it too.' },
    ],
    assumed: ['A5', 'B24', 'N23', 'N28', 'C1', 'C2'],
  }),
  'refresh-context': endpoint({
    id: 'reconciliation.refresh-context',
    method: 'GET',
    path: '/products/reconciliation/{id}/refresh-context',
    summary: 'Show the product state and digest that a new SKU needs',
    scope: 'products.read',
    pin: 'required',
    params: idParams,
    query: z.object({ externalRef }),
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'Product id.' }),
      productType: text({ about: 'Type. Documented value: simple, the only type that can be regenerated.' }),
      current: z.object({
        sku: z.nullable(text({ about: 'Current SKU.' })),
        gtin: z.nullable(text({ about: 'Current GTIN.' })),
      }),
      fieldLocks: z.array(text({ about: 'Field that the store owner has locked.' })),
      evidenceDigest: text({ about: 'Digest of the product state (64 hex digits), valid for ten minutes.' }),
    }),
    idempotency: { kind: 'read' },
    errors: [
      unknownProduct,
      { status: 400, when: 'externalRef is missing.' },
      { status: 409, when: 'This app does not manage the product with this externalRef.' },
    ],
    assumed: ['A5', 'B24', 'B32', 'N28', 'C4'],
  }),
  'regenerate-sku': endpoint({
    id: 'reconciliation.regenerate-sku',
    method: 'POST',
    path: '/products/reconciliation/{id}/sku/regenerate',
    summary: "Regenerate a product's SKU by the store's formula",
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
        externalRef: "the product's externalRef",
        evidenceDigest:
          'the digest from `app call reconciliation refresh-context <id> --external-ref <ref>` (valid for ten minutes)',
      },
    },
    response: z.object({
      success: z.boolean(),
      productId: int({ about: 'Product id.' }),
      externalRef: text({ about: "The app's key for the product." }),
      previousSku: z.nullable(text({ about: 'Previous SKU.' })),
      sku: text({ about: 'Current SKU.' }),
      changed: bool({ about: 'false if the product already had this SKU.' }),
      fieldLockTransferred: bool({ about: "true if the owner's SKU lock now covers the new SKU." }),
      auditId: int({ about: 'Audit entry id.' }),
      idempotent: bool({ about: 'true if this key was used before and nothing was written.' }),
    }),
    idempotency: { kind: 'key', field: 'idempotencyKey' },
    errors: [
      unknownProduct,
      { status: 400, when: 'A field is missing, userConfirmed is not true, or the body contains a SKU.' },
      { status: 409, when: 'This app does not manage the product with this externalRef.' },
      { status: 409, when: 'The product has variants.' },
      {
        status: 409,
        when: 'The digest is older than ten minutes or belongs to another app or product, or the product changed.',
      },
      { status: 409, when: 'The idempotencyKey was used for another regeneration.' },
    ],
    assumed: ['A5', 'B24', 'B32', 'B55', 'N28', 'C3', 'C4'],
  }),
}
