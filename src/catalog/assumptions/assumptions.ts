import { defined } from '../../text/defined.ts'
import { settingFacts } from '../settings.ts'
import type { Assumption, Choices } from './assumption.ts'
import { furtherAssumptions } from './further-assumptions.ts'

const choices: Choices = {
  N1: [
    'Replacement of the webhook signing secret.',
    'A control operation replaces it. The old secret is invalid immediately.',
  ],
  N2: ['Replacement of the client secret.', 'A control operation replaces it. No platform endpoint does.'],
  N3: [
    'Event body of each topic.',
    'eventId, storeId, regionId and data. For order topics and fulfillment.requested, data has orderId, orderNumber, status and currency. For other topics, data is empty. data never contains personal data.',
  ],
  N4: [
    'Operations that send each topic.',
    'Creating, paying, shipping, cancelling or refunding an order sends the topic of that name, and an uninstall sends app.uninstalled. Provider topics are sent manually. An import sends nothing.',
  ],
  N5: [
    'Retry schedule of failed deliveries.',
    'Retries after 10 s, 1 min, 5 min, 30 min and 2 h, then a dead letter. Each attempt has a new signature and the same eventId.',
  ],
  N6: [
    'Scope that each topic needs.',
    'orders.read for order topics, fulfillment.write for fulfillment.requested, shipping.provider for shipment.create_requested, invoices.read for invoice.submit_requested, and no scope for app.uninstalled.',
  ],
  N7: ['Tracking event names.', 'Tracking events do not exist. There are only the nine topics.'],
  N8: ['Body of errors outside the exchange.', 'success: false and a message, plus a code if one is documented.'],
  N9: ['Retry-After on a 429 from the API.', 'Not sent.'],
  N10: ['End of life of API versions.', 'Versions never end. Only v1 exists.'],
  N11: [
    'Address fields.',
    'Seeded addresses are artificial. An imported address is returned unchanged and never validated.',
  ],
  N12: ['Ownership values other than unmanaged.', 'Only unmanaged products are listed.'],
  N13: ['Further fields of a variant.', 'Unknown fields are ignored, with a warning in the log.'],
  N14: [
    'Endpoints for referral codes, coupons, attribution models, receipts, invoices, listings and shipments.',
    'These endpoints do not exist.',
  ],
  N15: [
    'End of a pending payment.',
    'The store marks it as paid. The same token works from then on. Events during the pending payment are never sent.',
    'app emulator plan paid',
  ],
  N16: [
    'Status changes between draft and published.',
    'Allowed in both directions, by a product write or by the store.',
  ],
  N17: [
    'Order status changes, and the effect of externalStatus.',
    'The three documented values of externalStatus are used unchanged, a missing value means paid, and any other value is rejected with 400. The store can set any documented status.',
  ],
  N18: ['Status of cancelled and refunded orders.', 'cancelled and refunded, like the topics.'],
  N19: [
    'Delivery states in the queue.',
    'Pending, then delivered after a 2xx, or a dead letter after the last attempt. A dead letter is resent only manually.',
  ],
  N20: ['Purpose of customerName in an import.', 'It is stored but never shown.'],
  N21: [
    'Image fields other than url, and the shape of attributes.',
    'Only url is read. attributes maps each key to a valueKey, or to an array of valueKeys if several are allowed. An unknown valueKey returns 400.',
  ],
  N22: [
    'Fields that only an update accepts.',
    'No such fields. Unknown fields are ignored, with a warning in the log.',
  ],
  N23: ['Proofs other than exact_gtin.', 'Any other proof returns 400.'],
  N24: ['expectedCurrent for a parent other than the root.', "An object with the parent's id, like the target."],
  N25: ['Values of matchedBy.', 'Birebir for a match by the exact key, null for a new value.'],
  N26: ['Response of inventory/adjust.', 'Only success: true.'],
  N27: [
    'Endpoints for thirteen scopes, bulk stock and product identifiers.',
    'They do not exist (404). The scopes can be requested.',
  ],
  N28: [
    'Error statuses of reconciliation and SKU regeneration.',
    '409 for ownership and reference conflicts or a stale digest, 400 without confirmation, 404 for an unknown id.',
  ],
  N29: ['Errors of an import.', '400 for missing or invalid fields, and for unknown products or variants.'],
  N30: ['Row limit of products/bulk.', '500 rows. More rows return 400.'],
  N31: ['Length limit of category content.', 'No limit.'],
  N32: ['Number of storefront targets listed per type.', 'All targets.'],
  N33: ['Announced functions.', 'Not available.'],
  N34: ['Access given by webhooks.manage.', 'No access yet. The scope is known but has no endpoint.'],
  A1: ['The docs state that the exchange response has ten fields, but list eleven.', 'All eleven are sent.'],
  A2: [
    'The endpoint list is documented as complete, but thirteen scopes have no endpoint.',
    'Only documented endpoints exist.',
  ],
  A3: [
    'All requests are documented to carry Authorization, but the exchange does not read it.',
    'The exchange ignores the header.',
  ],
  A4: [
    'Tokens never expire, but a 401 is documented for expired tokens.',
    'No token expires. 401 is for missing, malformed, unknown and revoked tokens.',
  ],
  A5: [
    'Endpoints that need a region with a store-wide token.',
    'All except the endpoints documented to work without a region.',
  ],
  A6: ['Region for listing categories.', 'Optional. With a region, only its categories are listed.'],
  A7: [
    'Region pin with a region-scoped token, on endpoints that require a pin.',
    'Not needed and never read. Only store-wide tokens get a 400 without a pin.',
  ],
  A8: [
    'The prices/bulk response has no rows, but rows can fail.',
    'All prices are set, or no price is set. An unknown product or variant returns 404, and more than 500 rows return 400.',
  ],
  A9: ["A warehouse's isDefault is documented as a bool and as always 0.", 'It is always false.'],
  A10: [
    'Stock is documented as a decimal and as an integer.',
    'Decimals in responses. An adjustment with a fraction returns 400.',
  ],
  A11: [
    'An empty warehouseId means the default warehouse, but apps cannot write to it.',
    'An empty value is accepted, with a warning. A warehouse that does not belong to the app returns 409.',
  ],
  A12: [
    'One message is documented for both install scope conflicts, but it describes only one.',
    'The documented message is used if region installs block a store-wide install. The reverse conflict has its own message.',
  ],
  A13: [
    'An unknown topic fails at registration, or is silently dropped at the exchange.',
    'Registration rejects it. To see the other behavior, skip this check at registration.',
  ],
  A14: [
    'Without a plan the consent page fails, or the exchange returns 401.',
    'The consent page fails first. If provisioning is rejected after approval, the exchange returns 401.',
    'app emulator plan provisioning-rejected',
  ],
  A15: [
    'Embed tokens expire after two minutes and work once, but one pattern sends them with each request.',
    'Both patterns are possible. A scaffolded app turns the token into a session immediately.',
  ],
  A16: ['Registration and manifest can have different install scopes.', 'Both are used as documented, with a warning.'],
  A17: [
    'A published app with a changed panel returns to review, where it works only in test stores.',
    'As documented, the app is unavailable in live stores until it is approved.',
  ],
  A18: [
    "Apps for the developer's own stores need no review, but drafts install only in test stores.",
    "Publishing to the developer's own stores takes effect immediately and does not list the app in the catalog.",
    'app emulator app publish --own-stores',
  ],
  A19: [
    'Regions of a store-wide install: all regions, or only regions in supported countries.',
    'Active regions in supported countries. Without such a region, the install is rejected.',
  ],
  A20: ['success: true in read responses.', 'Sent in objects, not in plain arrays.'],
  A21: ['Region for a product update.', 'Required.'],
  A22: ['Region for media/generate.', 'Required, as for an upload.'],
  A23: ['POST of variants with a known externalRef.', '400, as on every other update.'],
  A24: ['redirect_uri is rejected even if it is registered.', '400 with the documented message in every case.'],
  A25: [
    'Cancel redirects to the app if the app started the install, which only the optional state shows.',
    'Without a state, Cancel does not redirect to the app.',
  ],
  A26: [
    'state protects against forged redirects, but installs from the store have no state.',
    'A state, if sent, must be valid. A redirect without a state is treated as an install from the store.',
  ],
  A27: ['Install required for a panel.', 'Not required. The embed token is also issued without an install.'],
  A28: ["A leading slash in a slot's path.", 'Not allowed.'],
  A29: [
    'Handling of older tokens.',
    'Two-part tokens are treated as region-scoped tokens, so they are rejected with 401 if the install scope is store.',
  ],
  A30: ['Install scope that a token must match.', 'The currently registered scope.'],
  A31: ['Pages that receive the embed token.', 'Only the panel page, never settings, blocks or detail slots.'],
  A32: ['Region of an import with a store-wide token.', "The request's region, which is required."],
  A33: ['Response to an invalid taxRuleId on updates.', '400, as for a new product.'],
  A34: ['pinnedRegionId for a region-scoped token.', "The token's region."],
  A35: ['The dead letter state has two spellings.', 'The state is dead_letter.'],
  A36: [
    'Status letters have different meanings for apps, products and subscriptions.',
    'The API uses the documented letters. Pages and output show a word next to each letter.',
  ],
  A37: ['Some fields have different names in requests and responses.', 'Both names are used as documented.'],
  A38: ['Reading and writing one resource need unrelated scopes.', 'Both scopes are required as documented.'],
  A39: ['updated: false for a successful first cost write.', 'It is returned as documented.'],
  A40: ['Code for embed payloads that are not base64url or not JSON.', 'embed_token_malformed.'],
  A41: ['state is not checked, but some values are rejected.', 'Only its length and control characters are checked.'],
  A42: ['links.read has no endpoints, but store-info needs it.', 'Only store-info exists.'],
  A43: [
    'Imported orders are paid, but orders have no payment status.',
    'The payment status is stored internally and never returned.',
  ],
  A44: [
    "An order has the region's currency, but an import's own currency is accepted.",
    'The sent currency is stored without conversion, with a note in the log.',
  ],
  A45: ['The exchange and the context format regions differently.', 'Both formats are used as documented.'],
  A46: [
    'Step that rejects an invalid redirect_uri: the consent page or Approve.',
    'The consent page returns 400, and so do Approve and Cancel.',
  ],
  A47: ['The context cannot be read while a payment is pending.', '402 on every call.'],
  B1: ['HMAC key bytes.', "The secret's text, unchanged."],
  B2: [
    'An authorize URL that is incomplete or for another app.',
    'After sign-in, 400, or 404 for an unknown key. Without any parameters, the consent page is shown.',
  ],
  B3: ['Status of a consent page with unknown scopes.', '400 without a form.'],
  B4: [
    'Unit of the 512-character limit for a state.',
    'UTF-16 code units of the decoded text, so most emoji are two units. A plus sign stays a plus sign.',
  ],
  B5: ['Form target of Approve, Cancel and Uninstall.', "A URL below the consent page's URL."],
  B6: [
    'Registration, publishing and review of apps, and the name of the published status.',
    'Control operations register, publish and review apps. The status is called published.',
  ],
  B7: [
    'Characters of app keys and secrets.',
    'Keys have lowercase letters, digits and hyphens. cli_ is followed by 32 hex digits, cs_ by 64.',
  ],
  B8: ['Optional scopes in a registration.', 'A separate list. All other scopes are required.'],
  B9: ['HTTP status when a record is created.', '200.'],
  B10: ['Order of request checks.', 'Token, rate, consistency, payment, scope, region, record, input, conflict.'],
  B11: ['A region in a request that does not need one.', 'It is validated anyway.'],
  B12: ['Rate limit window.', '60 s from the first request. Rejected requests are not counted.'],
  B13: [
    'An exchange in snake_case, without JSON, or with empty values.',
    '400. Only the documented names are accepted.',
  ],
  B14: ['Authorization code after a failed exchange.', 'The code stays valid.'],
  B15: ['Moment when a reinstall revokes the old token.', 'At the new code exchange, and only for the same region.'],
  B16: ['Page parameters out of range.', '400.'],
  B17: [
    'Default values.',
    '100 rows for delta, 100 attribute values from offset 0 without usage counts, 20 rows for other pages, status draft for products.',
  ],
  B18: ['Missing records, or records in another region.', '404.'],
  B19: ['A filter by an unknown status.', 'An empty list.'],
  B20: ['Customer data without customers.read.', 'Name and email are null.'],
  B21: [
    'Boundaries of a delta.',
    'updatedAfter is exclusive. cursor takes precedence, and nextCursor is always returned. Rows are sorted by time, then id.',
  ],
  B22: [
    'Uniqueness of an externalRef.',
    "Per app and store. A write with a known externalRef in another region adds that region's price.",
  ],
  B23: ['stockQuantity on an update.', 'Ignored, with a warning in the log.'],
  B24: ['A product in a region that it was not added to.', 'Not listed. A request by id returns 404.'],
  B25: [
    'Imports with missing fields.',
    'The source is null and the status is paid. Missing items or an unknown status return 400.',
  ],
  B26: ["Uniqueness of an import's key.", 'Per app and store.'],
  B27: ['Exact value of the 8 MB upload limit.', '8 MiB.'],
  B28: ['Type detection of an upload.', 'By its header and by its content.'],
  B29: ['Form and uniqueness of a fileHash.', '64 hex digits, unique per app and store.'],
  B30: ['Generated media without a provider.', '503.'],
  B31: [
    'Categories: missing, invalid or repeated values.',
    '400 for invalid fields, 409 for moving a category below itself. A repeated move succeeds and changes nothing.',
  ],
  B32: [
    'Creation and lifetime of digests.',
    'SHA-256 of canonical JSON. The digest from refresh-context is valid for ten minutes.',
  ],
  B33: ['Failed attribute rows.', 'A message per row, no code.'],
  B34: ['hint if there is nothing to report.', 'null.'],
  B35: ['Warehouses visible to a region-scoped token.', "Only that region's warehouses. Others return 404."],
  B36: [
    'Impossible stock adjustments.',
    "404 for other apps' products, 409 for warehouses not assigned to the app, 400 for negative results.",
  ],
  B37: ['Decimals as numbers or as strings.', 'Numbers.'],
  B38: ['Webhook transport.', 'JSON. A 2xx within 10 s is a success. Redirects are not followed.'],
  B39: ['A value exactly at a time limit.', 'Accepted.'],
  B40: [
    'Region and signature of app.uninstalled.',
    "The install's region, null for a store-wide install. Signed with the same secret.",
  ],
  B41: ['A test event without an install.', 'A test store is required. Its id and home region are used.'],
  B42: ['Events while payment is pending or the app is suspended.', 'Not sent, but noted in the log.'],
  B43: ['Unusual embed tokens.', 'Split at the last dot. The region can be null, and the scope can be missing.'],
  B44: ['Delivery of the embed token to the admin.', "A small JSON response to the manager's session."],
  B45: ['Messages between admin and panel.', 'Flat objects with a type, only between the two origins.'],
  B46: ['Reference height for height changes.', 'The current height.'],
  B47: [
    'Clock for times and limits.',
    "The emulator's own clock, which can be advanced.",
    'app emulator clock advance',
  ],
  B48: ["Region in a store-wide panel's token.", 'null.'],
  B49: ['Reason for a failed row in a bulk write.', 'A message is added, and the id is null.'],
  B50: ['Orders without a region, listed with a region-scoped token.', 'Included.'],
  B51: [
    'Warehouse that provides stock.',
    "The store's default warehouse. New stock is added to the app's own warehouse if one exists.",
  ],
  B52: ['Field names for topics and webhook URL in a registration.', 'webhook_topics and webhook_url.'],
  B53: ['Field names of a registration.', 'The documented names, if any.'],
  B54: ['A second app in a test store.', 'A control operation adds the store to that app too.', 'app store use'],
  B55: ['A repeated SKU regeneration with a stale digest.', 'The repeat is detected before the digest is checked.'],
  ...furtherAssumptions,
}

/** Every choice (decisions P4), ordered by id. Each endpoint lists the ids that it is based on (`assumed`). */
export const assumptions: readonly Assumption[] = Object.entries(choices).map(([id, [question, choice, command]]) => ({
  id,
  question,
  choice,
  ...defined({ command, setting: settingOf(id) }),
}))

function settingOf(id: string): string | undefined {
  return Object.entries(settingFacts).find(([, { assumption }]) => assumption === id)?.[0]
}
