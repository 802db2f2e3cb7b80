import { defined } from '../../text/defined.ts'
import { settingFacts } from '../settings.ts'
import type { Assumption, Choices } from './assumption.ts'
import { furtherAssumptions } from './further-assumptions.ts'

const choices: Choices = {
  N1: [
    'How the secret that signs webhooks is replaced.',
    'A control operation; the old secret is worth nothing at once.',
  ],
  N2: ['How the client secret is replaced.', 'A control operation; no path of the platform does it.'],
  N3: [
    'What stands in the body of each topic.',
    'eventId, storeId, regionId and data; data of order topics and fulfillment.requested has orderId, orderNumber, status and currency, otherwise it is empty. Nothing personal.',
  ],
  N4: [
    'Which operation sends which topic.',
    'An order made, paid, shipped, cancelled or refunded sends the topic of that name, an uninstall app.uninstalled; provider topics are sent by hand; an import sends nothing.',
  ],
  N5: [
    'When a failed delivery is tried again, and how often.',
    'After 10 s, 1 min, 5 min, 30 min and 2 h, then it is a dead letter; each attempt has a fresh signature and the same eventId.',
  ],
  N6: [
    'Which scope a topic needs.',
    'The nearest by meaning: order topics orders.read, fulfillment.requested fulfillment.write, shipment.create_requested shipping.provider, invoice.submit_requested invoices.read, app.uninstalled none.',
  ],
  N7: ['What tracking events are called.', 'There are none: only the nine topics exist.'],
  N8: [
    'The body of an error outside the exchange.',
    'success false and a message, with a code only where one is documented.',
  ],
  N9: ['Whether a 429 of the API has Retry-After.', 'It does not.'],
  N10: ['How versions end.', 'They do not: there is v1 only.'],
  N11: [
    'The fields of an address.',
    'Seeded addresses are artificial; an imported one comes back as it was sent and is never checked.',
  ],
  N12: ['Which values ownership has beside unmanaged.', 'Only unmanaged products are listed.'],
  N13: ['Which further fields a variant has.', 'Unknown ones are ignored, with a warning in the log.'],
  N14: [
    'The records behind referral codes, coupons, attribution models, receipts, invoices, listings and shipments.',
    'No such endpoints.',
  ],
  N15: [
    'How a pending payment ends.',
    'The store marks it paid: the same token works from then on; events from before are not sent later.',
    'app emulator plan paid',
  ],
  N16: ['Which way a product goes between draft and published.', 'Both ways, by a product write or by the store.'],
  N17: [
    "How an order's status changes, and what externalStatus becomes.",
    'The three shown values stay as they are, none is paid, any other is a 400; the store may set any shown status.',
  ],
  N18: ['The status of cancelled and refunded orders.', 'cancelled and refunded, after the topics.'],
  N19: [
    'How a delivery goes through the queue.',
    'Pending, delivered on a 2xx, a dead letter when the attempts are used up; only by hand is a dead letter sent again.',
  ],
  N20: ['What customerName of an import is for.', 'It is kept and shown nowhere.'],
  N21: [
    'What an image has beside url, and the shape of attributes.',
    'Only url is read; attributes are keys with a valueKey, or a list of them where several are allowed; an unknown valueKey is a 400.',
  ],
  N22: [
    'Which fields an update takes beyond those of a creation.',
    'None: others are ignored, with a warning in the log.',
  ],
  N23: ['Which proofs there are beside exact_gtin.', 'None: anything else is a 400.'],
  N24: [
    'What expectedCurrent is for a parent that is not the root.',
    'An object with the id of the parent, like the target.',
  ],
  N25: ['Which values matchedBy has.', 'Birebir for a match by the exact key, null for a new one.'],
  N26: ['What inventory/adjust answers.', 'success true and nothing else.'],
  N27: [
    'The endpoints of thirteen scopes, of bulk stock and of product identifiers.',
    '404 for every guess; the scopes themselves can be requested.',
  ],
  N28: [
    'The statuses of conflicts in reconciliation and SKU regeneration.',
    '409 for ownership, references and a stale digest, 400 without confirmation, 404 for an unknown id.',
  ],
  N29: [
    'How an import fails.',
    '400 for fields that are missing or wrong, and for products or variants that do not exist.',
  ],
  N30: ['How many rows one products/bulk takes.', '500, above that a 400.'],
  N31: ['How long the contents of a category may be.', 'As long as you like.'],
  N32: ['How many storefront targets of one type are listed.', 'All of them.'],
  N33: ['Functions, which are announced.', 'Absent.'],
  N34: ['What webhooks.manage opens.', 'Nothing yet: a known scope without an endpoint.'],
  A1: ['An exchange has ten fields in one place and eleven in another.', 'All eleven are sent.'],
  A2: ['Every endpoint is said to be listed, yet thirteen scopes have none.', 'Only what is documented exists.'],
  A3: ['Everything carries Authorization, yet the exchange does not read it.', 'The exchange ignores it.'],
  A4: [
    'Tokens never expire, yet there is a 401 for expired ones.',
    'No token expires; 401 is for missing, malformed, unknown and revoked ones.',
  ],
  A5: ['Which endpoints need a region from a store-wide token.', 'All but those that are said to do without.'],
  A6: ['Whether listing categories needs a region.', 'No: with one it lists that region, without one all regions.'],
  A7: [
    'Whether a token of one region must send a region where one is required.',
    'No: it is never read; the 400 is for store-wide tokens.',
  ],
  A8: [
    'prices/bulk has no rows in its answer, yet rows may fail.',
    'All prices or none: one bad row is a 404, above 500 rows a 400.',
  ],
  A9: ['isDefault of a warehouse is a bool that is always 0.', 'false.'],
  A10: [
    'Stock is a decimal in one place and whole in another.',
    'Decimals when read; an adjustment with a fraction is a 400.',
  ],
  A11: [
    'An empty warehouseId means the default warehouse, which no app may write to.',
    "Empty is accepted, with a warning; a warehouse that is not the app's own is a 409.",
  ],
  A12: [
    'One message for both ways of opposite install scopes, which fits one of them.',
    'That message for regions in the way of a store, words of our own for the reverse.',
  ],
  A13: [
    'An unknown topic fails at registration, or is silently left out at the exchange.',
    'Registration refuses it; an unchecked registration shows the other.',
  ],
  A14: [
    'Without a plan the consent page fails, or the exchange is a 401.',
    'The consent page fails first; provisioning that is refused between the two shows the other.',
    'app emulator plan provisioning-rejected',
  ],
  A15: [
    'Embed tokens live two minutes and are used once, yet one way sends them with each request.',
    'Both ways are possible; the scaffolded app turns the token into a session at once.',
  ],
  A16: [
    'The registration and the manifest may name different install scopes.',
    'Each is followed where it belongs, with a warning.',
  ],
  A17: [
    'A published app whose panel changes is in review again, and in review it lives in test stores only.',
    'Literally: live stores have nothing of it until it is approved.',
  ],
  A18: [
    "Apps for the developer's own stores need no review, yet drafts install in test stores only.",
    'Publishing for own stores publishes at once and lists nothing.',
    'app emulator app publish --own-stores',
  ],
  A19: [
    'All regions of a store-wide install, or those of the supported countries.',
    'The active regions in supported countries; with none the install is refused.',
  ],
  A20: ['Whether reads have success: true.', 'Objects do, bare lists do not.'],
  A21: ['Whether a product update needs a region.', 'Yes.'],
  A22: ['Whether media/generate needs a region.', 'Yes, as media does.'],
  A23: ['Variants with an externalRef that is known already, by POST.', '400, as on every other update.'],
  A24: ['redirect_uri is refused even when it is registered.', '400 with the documented message in every case.'],
  A25: [
    'Cancel leads back to the app when it began the install, which a state shows, which is optional.',
    'Without a state it does not lead back.',
  ],
  A26: [
    'state protects against forged returns, yet installs from the store have none.',
    'A state that is there must be right; a return without one is an install from the store.',
  ],
  A27: ['Whether a panel needs an install.', 'No: the token is issued without one too.'],
  A28: ["Whether a slot's path may begin with a slash.", 'It may not.'],
  A29: [
    'How older tokens are treated.',
    'Two-part ones count as of one region, so under install_scope store they are a 401.',
  ],
  A30: ['Which install scope a token is compared with.', 'The one that is registered now.'],
  A31: ['Which pages get the embed token.', 'The panel page always; settings, blocks and detail slots never.'],
  A32: ['The region of an import by a store-wide token.', 'The region of the request, which is required.'],
  A33: ['Whether a bad taxRuleId is a 400 on updates too.', 'Yes.'],
  A34: ['What a token of one region sees as pinnedRegionId.', 'Its own region.'],
  A35: ['Dead letters are spelt in two ways.', 'dead_letter as a state.'],
  A36: [
    'The same letters mean different things for apps, products and subscriptions.',
    'Letters as documented; a word beside them where a person reads.',
  ],
  A37: ['The same thing has different names when written and when read.', 'Each as documented.'],
  A38: ['Reading and writing one resource need unrelated scopes.', 'As documented.'],
  A39: ['updated: false on a first cost write that succeeded.', 'As documented.'],
  A40: ['Embed payloads that are not base64url or not JSON have no code.', 'embed_token_malformed.'],
  A41: ['state is not checked, yet some are refused.', 'Only its length and control characters are checked.'],
  A42: ['links.read has no endpoints, yet store-info needs it.', 'store-info exists and nothing else.'],
  A43: ['Imported orders are paid, yet orders have no payment status.', 'Kept inside, shown in no answer.'],
  A44: [
    "An order has the region's currency, yet an import's own is accepted.",
    'The currency that was sent; nothing is converted, with a note in the log.',
  ],
  A45: ['The exchange and the context show regions differently.', 'Each as documented.'],
  A46: ['Whether redirect_uri fails on the page or at Approve.', '400 on the page, and at Approve and Cancel too.'],
  A47: ['While a payment is pending the context cannot be read either.', '402 on every call.'],
  B1: ['The bytes of the HMAC key.', 'The text of the secret, as it is.'],
  B2: [
    'An authorize address that is not whole, or is of another app.',
    '400, 404 for an unknown key; sign-in first; without any parameter it is drawn.',
  ],
  B3: ['The status of a consent page with unknown scopes.', '400 without a form.'],
  B4: [
    'What the 512 characters of a state are.',
    'UTF-16 units of the decoded text, so that an emoji counts as two; a plus stays a plus.',
  ],
  B5: ['Where Approve, Cancel and Uninstall post to.', "Below the consent page, the emulator's own."],
  B6: [
    'How apps are registered, published and reviewed, and what published is called.',
    'Control operations; the word published.',
  ],
  B7: [
    'Which characters an app key and the secrets have.',
    'Lower-case letters, digits and hyphens; cli_ with 32 and cs_ with 64 hex digits.',
  ],
  B8: ['How a registration marks a scope as optional.', 'A separate list; what is not in it is required.'],
  B9: ['The status of creations.', '200.'],
  B10: [
    'In which order requests are refused.',
    'Token, rate, consistency, payment, scope, region, record, input, conflict.',
  ],
  B11: ['A region that is sent where none is needed.', 'It is checked anyway.'],
  B12: ['How the rate limit counts.', 'A window of 60 s from the first request; refused ones do not count.'],
  B13: [
    'An exchange in snake_case, without JSON, or with empty texts.',
    '400; names count only as they are documented.',
  ],
  B14: ['Whether a failed exchange uses up the code.', 'It does not.'],
  B15: ['When a reinstall ends the old token.', 'At the new exchange, in its own region alone.'],
  B16: ['Numbers of pages out of range.', '400.'],
  B17: [
    'Values that are not sent.',
    'delta 100 rows; values 100 from 0 without usage; other pages 20; product status draft.',
  ],
  B18: ['Records that are missing or of another region.', '404.'],
  B19: ['A filter by an unknown status.', 'An empty list.'],
  B20: ['The customer without customers.read.', 'Name and email are null.'],
  B21: ['The edges of a delta.', 'Exclusive; the cursor wins; it always comes back; by time, then by id.'],
  B22: [
    'How far an externalRef reaches.',
    "One app in one store; a known one under another region adds that region's price.",
  ],
  B23: ['stockQuantity on an update.', 'Ignored, with a warning in the log.'],
  B24: ['A product in a region that it was not added to.', 'Not listed, 404 by id.'],
  B25: ['Imports with missing parts.', 'Source null, status paid, no items a 400, a wrong status a 400.'],
  B26: ["How far an import's key reaches.", 'One app in one store.'],
  B27: ['Eight megabytes.', '8 MiB.'],
  B28: ['How the type of an upload is recognised.', 'By its header and by its content.'],
  B29: ['A fileHash.', '64 hex digits, for one app in one store.'],
  B30: ['Generated media without a provider.', '503.'],
  B31: [
    'Categories: what is missing, wrong or repeated.',
    '400 for fields, 409 below itself, a repeated move is done already.',
  ],
  B32: ['How digests are made and how long they hold.', 'SHA-256 of canonical JSON; evidence holds for ten minutes.'],
  B33: ['Attribute rows that fail.', 'A message for the row, no code.'],
  B34: ['hint where there is nothing to hint at.', 'null.'],
  B35: ['Warehouses for a token of one region.', 'Those of that region; others are a 404.'],
  B36: [
    'An adjustment that cannot be.',
    '404 for foreign products, 409 for foreign warehouses, 400 for numbers below zero.',
  ],
  B37: ['Decimals as numbers or as texts.', 'Numbers.'],
  B38: ['How a webhook is sent.', 'JSON; 2xx is taken, within 10 s, no redirect is followed.'],
  B39: ['Exactly at the limit of a time.', 'Accepted.'],
  B40: [
    'The region of app.uninstalled, and its signature.',
    'That of the install, null for the whole store; still signed with the same secret.',
  ],
  B41: ['A test event without an install.', 'Needs a test store: its id and home region.'],
  B42: ['Events while payment is pending or the app is suspended.', 'Not sent, noted in the log.'],
  B43: ['Odd embed tokens.', 'Split at the last dot; the region may be null, the scope may be absent.'],
  B44: ['How the admin gets an embed token.', "A small JSON answer to the manager's own session."],
  B45: ['The messages between admin and panel.', 'Flat objects with a type; only between the two origins.'],
  B46: ['From which height a change is counted.', 'The height that is shown.'],
  B47: ['Whose clock counts.', 'One clock of the emulator, which can be moved.', 'app emulator clock advance'],
  B48: ["The region in a store-wide panel's token.", 'null.'],
  B49: ['Why a row of a bulk write failed.', 'A message is added; the id is null.'],
  B50: ['Orders without a region for a token of one region.', 'Listed.'],
  B51: [
    'Which warehouse stock is taken from.',
    "The store's default; new stock goes to the app's own warehouse where there is one.",
  ],
  B52: ["What the registration's topics and webhook address are called.", 'webhook_topics and webhook_url.'],
  B53: ['What the fields of a registration are called.', 'As far as the documents name them, exactly so.'],
  B54: ['A second app in a test store.', 'A control operation adds the store to that app too.', 'app store use'],
  B55: ['A repeated SKU regeneration with a stale digest.', 'The repeat is recognised first.'],
  ...furtherAssumptions,
}

/** Every choice (decisions P4), in the order of the ids. Each endpoint names those that it rests on (`assumed`). */
export const assumptions: readonly Assumption[] = Object.entries(choices).map(([id, [question, choice, command]]) => ({
  id,
  question,
  choice,
  ...defined({ command, setting: settingOf(id) }),
}))

function settingOf(id: string): string | undefined {
  return Object.entries(settingFacts).find(([, { assumption }]) => assumption === id)?.[0]
}
