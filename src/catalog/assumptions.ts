import type { Assumption, Choice } from './assumption.ts'
import { furtherAssumptions } from './further-assumptions.ts'
import { settingFacts } from './settings.ts'

const choices: readonly Choice[] = [
  {
    id: 'N1',
    open: 'How the secret that signs webhooks is replaced.',
    choice: 'A control operation; the old secret is worth nothing at once.',
  },
  {
    id: 'N2',
    open: 'How the client secret is replaced.',
    choice: 'A control operation; no path of the platform does it.',
  },
  {
    id: 'N3',
    open: 'What stands in the body of each topic.',
    choice:
      'eventId, storeId, regionId and data; data of order topics and fulfillment.requested has orderId, orderNumber, status and currency, otherwise it is empty. Nothing personal.',
  },
  {
    id: 'N4',
    open: 'Which operation sends which topic.',
    choice:
      'An order made, paid, shipped, cancelled or refunded sends the topic of that name, an uninstall app.uninstalled; provider topics are sent by hand; an import sends nothing.',
  },
  {
    id: 'N5',
    open: 'When a failed delivery is tried again, and how often.',
    choice:
      'After 10 s, 1 min, 5 min, 30 min and 2 h, then it is a dead letter; each attempt has a fresh signature and the same eventId.',
  },
  {
    id: 'N6',
    open: 'Which scope a topic needs.',
    choice:
      'The nearest by meaning: order topics orders.read, fulfillment.requested fulfillment.write, shipment.create_requested shipping.provider, invoice.submit_requested invoices.read, app.uninstalled none.',
  },
  { id: 'N7', open: 'What tracking events are called.', choice: 'There are none: only the nine topics exist.' },
  {
    id: 'N8',
    open: 'The body of an error outside the exchange.',
    choice: 'success false and a message, with a code only where one is documented.',
  },
  {
    id: 'N9',
    open: 'Whether a 429 of the API has Retry-After.',
    choice: 'It does not.',
  },
  { id: 'N10', open: 'How versions end.', choice: 'They do not: there is v1 only.' },
  {
    id: 'N11',
    open: 'The fields of an address.',
    choice: 'Seeded addresses are artificial; an imported one comes back as it was sent and is never checked.',
  },
  { id: 'N12', open: 'Which values ownership has beside unmanaged.', choice: 'Only unmanaged products are listed.' },
  {
    id: 'N13',
    open: 'Which further fields a variant has.',
    choice: 'Unknown ones are ignored, with a warning in the log.',
  },
  {
    id: 'N14',
    open: 'The records behind referral codes, coupons, attribution models, receipts, invoices, listings and shipments.',
    choice: 'No such endpoints.',
  },
  {
    id: 'N15',
    open: 'How a pending payment ends.',
    choice: 'The store marks it paid: the same token works from then on; events from before are not sent later.',
    command: 'app emulator plan paid',
  },
  {
    id: 'N16',
    open: 'Which way a product goes between draft and published.',
    choice: 'Both ways, by a product write or by the store.',
  },
  {
    id: 'N17',
    open: "How an order's status changes, and what externalStatus becomes.",
    choice:
      'The three shown values stay as they are, none is paid, any other is a 400; the store may set any shown status.',
  },
  {
    id: 'N18',
    open: 'The status of cancelled and refunded orders.',
    choice: 'cancelled and refunded, after the topics.',
  },
  {
    id: 'N19',
    open: 'How a delivery goes through the queue.',
    choice:
      'Pending, delivered on a 2xx, a dead letter when the attempts are used up; only by hand is a dead letter sent again.',
  },
  { id: 'N20', open: 'What customerName of an import is for.', choice: 'It is kept and shown nowhere.' },
  {
    id: 'N21',
    open: 'What an image has beside url, and the shape of attributes.',
    choice:
      'Only url is read; attributes are keys with a valueKey, or a list of them where several are allowed; an unknown valueKey is a 400.',
  },
  {
    id: 'N22',
    open: 'Which fields an update takes beyond those of a creation.',
    choice: 'None: others are ignored, with a warning in the log.',
  },
  { id: 'N23', open: 'Which proofs there are beside exact_gtin.', choice: 'None: anything else is a 400.' },
  {
    id: 'N24',
    open: 'What expectedCurrent is for a parent that is not the root.',
    choice: 'An object with the id of the parent, like the target.',
  },
  {
    id: 'N25',
    open: 'Which values matchedBy has.',
    choice: 'Birebir for a match by the exact key, null for a new one.',
  },
  { id: 'N26', open: 'What inventory/adjust answers.', choice: 'success true and nothing else.' },
  {
    id: 'N27',
    open: 'The endpoints of thirteen scopes, of bulk stock and of product identifiers.',
    choice: '404 for every guess; the scopes themselves can be requested.',
  },
  {
    id: 'N28',
    open: 'The statuses of conflicts in reconciliation and SKU regeneration.',
    choice: '409 for ownership, references and a stale digest, 400 without confirmation, 404 for an unknown id.',
  },
  {
    id: 'N29',
    open: 'How an import fails.',
    choice: '400 for fields that are missing or wrong, and for products or variants that do not exist.',
  },
  {
    id: 'N30',
    open: 'How many rows one products/bulk takes.',
    choice: '500, above that a 400.',
  },
  { id: 'N31', open: 'How long the contents of a category may be.', choice: 'As long as you like.' },
  {
    id: 'N32',
    open: 'How many storefront targets of one type are listed.',
    choice: 'All of them.',
  },
  { id: 'N33', open: 'Functions, which are announced.', choice: 'Absent.' },
  { id: 'N34', open: 'What webhooks.manage opens.', choice: 'Nothing yet: a known scope without an endpoint.' },
  { id: 'A1', open: 'An exchange has ten fields in one place and eleven in another.', choice: 'All eleven are sent.' },
  {
    id: 'A2',
    open: 'Every endpoint is said to be listed, yet thirteen scopes have none.',
    choice: 'Only what is documented exists.',
  },
  {
    id: 'A3',
    open: 'Everything carries Authorization, yet the exchange does not read it.',
    choice: 'The exchange ignores it.',
  },
  {
    id: 'A4',
    open: 'Tokens never expire, yet there is a 401 for expired ones.',
    choice: 'No token expires; 401 is for missing, malformed, unknown and revoked ones.',
  },
  {
    id: 'A5',
    open: 'Which endpoints need a region from a store-wide token.',
    choice: 'All but those that are said to do without.',
  },
  {
    id: 'A6',
    open: 'Whether listing categories needs a region.',
    choice: 'No: with one it lists that region, without one all regions.',
  },
  {
    id: 'A7',
    open: 'Whether a token of one region must send a region where one is required.',
    choice: 'No: it is never read; the 400 is for store-wide tokens.',
  },
  {
    id: 'A8',
    open: 'prices/bulk has no rows in its answer, yet rows may fail.',
    choice: 'All prices or none: one bad row is a 404, above 500 rows a 400.',
  },
  { id: 'A9', open: 'isDefault of a warehouse is a bool that is always 0.', choice: 'false.' },
  {
    id: 'A10',
    open: 'Stock is a decimal in one place and whole in another.',
    choice: 'Decimals when read; an adjustment with a fraction is a 400.',
  },
  {
    id: 'A11',
    open: 'An empty warehouseId means the default warehouse, which no app may write to.',
    choice: "Empty is accepted, with a warning; a warehouse that is not the app's own is a 409.",
  },
  {
    id: 'A12',
    open: 'One message for both ways of opposite install scopes, which fits one of them.',
    choice: 'That message for regions in the way of a store, words of our own for the reverse.',
  },
  {
    id: 'A13',
    open: 'An unknown topic fails at registration, or is silently left out at the exchange.',
    choice: 'Registration refuses it; an unchecked registration shows the other.',
  },
  {
    id: 'A14',
    open: 'Without a plan the consent page fails, or the exchange is a 401.',
    choice: 'The consent page fails first; provisioning that is refused between the two shows the other.',
    command: 'app emulator plan provisioning-refused',
  },
  {
    id: 'A15',
    open: 'Embed tokens live two minutes and are used once, yet one way sends them with each request.',
    choice: 'Both ways are possible; the scaffolded app turns the token into a session at once.',
  },
  {
    id: 'A16',
    open: 'The registration and the manifest may name different install scopes.',
    choice: 'Each is followed where it belongs, with a warning.',
  },
  {
    id: 'A17',
    open: 'A published app whose panel changes is in review again, and in review it lives in test stores only.',
    choice: 'Literally: live stores have nothing of it until it is approved.',
  },
  {
    id: 'A18',
    open: "Apps for the developer's own stores need no review, yet drafts install in test stores only.",
    choice: 'Publishing for own stores publishes at once and lists nothing.',
    command: 'app emulator app publish --own-stores',
  },
  {
    id: 'A19',
    open: 'All regions of a store-wide install, or those of the supported countries.',
    choice: 'The active regions in supported countries; with none the install is refused.',
  },
  {
    id: 'A20',
    open: 'Whether reads have success: true.',
    choice: 'Objects do, bare lists do not.',
  },
  { id: 'A21', open: 'Whether a product update needs a region.', choice: 'Yes.' },
  { id: 'A22', open: 'Whether media/generate needs a region.', choice: 'Yes, as media does.' },
  {
    id: 'A23',
    open: 'Variants with an externalRef that is known already, by POST.',
    choice: '400, as on every other update.',
  },
  {
    id: 'A24',
    open: 'redirect_uri is refused even when it is registered.',
    choice: '400 with the documented message in every case.',
  },
  {
    id: 'A25',
    open: 'Cancel leads back to the app when it began the install, which a state shows, which is optional.',
    choice: 'Without a state it does not lead back.',
  },
  {
    id: 'A26',
    open: 'state protects against forged returns, yet installs from the store have none.',
    choice: 'A state that is there must be right; a return without one is an install from the store.',
  },
  { id: 'A27', open: 'Whether a panel needs an install.', choice: 'No: the token is issued without one too.' },
  { id: 'A28', open: "Whether a slot's path may begin with a slash.", choice: 'It may not.' },
  {
    id: 'A29',
    open: 'How older tokens are treated.',
    choice: 'Two-part ones count as of one region, so under install_scope store they are a 401.',
  },
  {
    id: 'A30',
    open: 'Which install scope a token is compared with.',
    choice: 'The one that is registered now.',
  },
  {
    id: 'A31',
    open: 'Which pages get the embed token.',
    choice: 'The panel page always; settings, blocks and detail slots never.',
  },
  {
    id: 'A32',
    open: 'The region of an import by a store-wide token.',
    choice: 'The region of the request, which is required.',
  },
  { id: 'A33', open: 'Whether a bad taxRuleId is a 400 on updates too.', choice: 'Yes.' },
  {
    id: 'A34',
    open: 'What a token of one region sees as pinnedRegionId.',
    choice: 'Its own region.',
  },
  { id: 'A35', open: 'Dead letters are spelt in two ways.', choice: 'dead_letter as a state.' },
  {
    id: 'A36',
    open: 'The same letters mean different things for apps, products and subscriptions.',
    choice: 'Letters as documented; a word beside them where a person reads.',
  },
  { id: 'A37', open: 'The same thing has different names when written and when read.', choice: 'Each as documented.' },
  { id: 'A38', open: 'Reading and writing one resource need unrelated scopes.', choice: 'As documented.' },
  { id: 'A39', open: 'updated: false on a first cost write that succeeded.', choice: 'As documented.' },
  {
    id: 'A40',
    open: 'Embed payloads that are not base64url or not JSON have no code.',
    choice: 'embed_token_malformed.',
  },
  {
    id: 'A41',
    open: 'state is not checked, yet some are refused.',
    choice: 'Only its length and control characters are checked.',
  },
  {
    id: 'A42',
    open: 'links.read has no endpoints, yet store-info needs it.',
    choice: 'store-info exists and nothing else.',
  },
  {
    id: 'A43',
    open: 'Imported orders are paid, yet orders have no payment status.',
    choice: 'Kept inside, shown in no answer.',
  },
  {
    id: 'A44',
    open: "An order has the region's currency, yet an import's own is accepted.",
    choice: 'The currency that was sent; nothing is converted, with a note in the log.',
  },
  { id: 'A45', open: 'The exchange and the context show regions differently.', choice: 'Each as documented.' },
  {
    id: 'A46',
    open: 'Whether redirect_uri fails on the page or at Approve.',
    choice: '400 on the page, and at Approve and Cancel too.',
  },
  { id: 'A47', open: 'While a payment is pending the context cannot be read either.', choice: '402 on every call.' },
  { id: 'B1', open: 'The bytes of the HMAC key.', choice: 'The text of the secret, as it is.' },
  {
    id: 'B2',
    open: 'An authorize address that is not whole, or is of another app.',
    choice: '400, 404 for an unknown key; sign-in first; without any parameter it is drawn.',
  },
  { id: 'B3', open: 'The status of a consent page with unknown scopes.', choice: '400 without a form.' },
  {
    id: 'B4',
    open: 'What the 512 characters of a state are.',
    choice: 'UTF-16 units of the decoded text, so that an emoji counts as two; a plus stays a plus.',
  },
  {
    id: 'B5',
    open: 'Where Approve, Cancel and Uninstall post to.',
    choice: "Below the consent page, the emulator's own.",
  },
  {
    id: 'B6',
    open: 'How apps are registered, published and reviewed, and what published is called.',
    choice: 'Control operations; the word published.',
  },
  {
    id: 'B7',
    open: 'Which characters an app key and the secrets have.',
    choice: 'Lower-case letters, digits and hyphens; cli_ with 32 and cs_ with 64 hex digits.',
  },
  {
    id: 'B8',
    open: 'How a registration marks a scope as optional.',
    choice: 'A separate list; what is not in it is required.',
  },
  { id: 'B9', open: 'The status of creations.', choice: '200.' },
  {
    id: 'B10',
    open: 'In which order requests are refused.',
    choice: 'Token, rate, consistency, payment, scope, region, record, input, conflict.',
  },
  {
    id: 'B11',
    open: 'A region that is sent where none is needed.',
    choice: 'It is checked anyway.',
  },
  {
    id: 'B12',
    open: 'How the rate limit counts.',
    choice: 'A window of 60 s from the first request; refused ones do not count.',
  },
  {
    id: 'B13',
    open: 'An exchange in snake_case, without JSON, or with empty texts.',
    choice: '400; names count only as they are documented.',
  },
  { id: 'B14', open: 'Whether a failed exchange uses up the code.', choice: 'It does not.' },
  {
    id: 'B15',
    open: 'When a reinstall ends the old token.',
    choice: 'At the new exchange, in its own region alone.',
  },
  { id: 'B16', open: 'Numbers of pages out of range.', choice: '400.' },
  {
    id: 'B17',
    open: 'Values that are not sent.',
    choice: 'delta 100 rows; values 100 from 0 without usage; other pages 20; product status draft.',
  },
  { id: 'B18', open: 'Records that are missing or of another region.', choice: '404.' },
  { id: 'B19', open: 'A filter by an unknown status.', choice: 'An empty list.' },
  { id: 'B20', open: 'The customer without customers.read.', choice: 'Name and email are null.' },
  {
    id: 'B21',
    open: 'The edges of a delta.',
    choice: 'Exclusive; the cursor wins; it always comes back; by time, then by id.',
  },
  {
    id: 'B22',
    open: 'How far an externalRef reaches.',
    choice: "One app in one store; a known one under another region adds that region's price.",
  },
  { id: 'B23', open: 'stockQuantity on an update.', choice: 'Ignored, with a warning in the log.' },
  { id: 'B24', open: 'A product in a region that it was not added to.', choice: 'Not listed, 404 by id.' },
  {
    id: 'B25',
    open: 'Imports with missing parts.',
    choice: 'Source null, status paid, no items a 400, a wrong status a 400.',
  },
  { id: 'B26', open: "How far an import's key reaches.", choice: 'One app in one store.' },
  { id: 'B27', open: 'Eight megabytes.', choice: '8 MiB.' },
  { id: 'B28', open: 'How the type of an upload is recognised.', choice: 'By its header and by its content.' },
  { id: 'B29', open: 'A fileHash.', choice: '64 hex digits, for one app in one store.' },
  { id: 'B30', open: 'Generated media without a provider.', choice: '503.' },
  {
    id: 'B31',
    open: 'Categories: what is missing, wrong or repeated.',
    choice: '400 for fields, 409 below itself, a repeated move is done already.',
  },
  {
    id: 'B32',
    open: 'How digests are made and how long they hold.',
    choice: 'SHA-256 of canonical JSON; evidence holds for ten minutes.',
  },
  { id: 'B33', open: 'Attribute rows that fail.', choice: 'A message for the row, no code.' },
  { id: 'B34', open: 'hint where there is nothing to hint at.', choice: 'null.' },
  { id: 'B35', open: 'Warehouses for a token of one region.', choice: 'Those of that region; others are a 404.' },
  {
    id: 'B36',
    open: 'An adjustment that cannot be.',
    choice: '404 for foreign products, 409 for foreign warehouses, 400 for numbers below zero.',
  },
  { id: 'B37', open: 'Decimals as numbers or as texts.', choice: 'Numbers.' },
  { id: 'B38', open: 'How a webhook is sent.', choice: 'JSON; 2xx is taken, within 10 s, no redirect is followed.' },
  { id: 'B39', open: 'Exactly at the limit of a time.', choice: 'Accepted.' },
  {
    id: 'B40',
    open: 'The region of app.uninstalled, and its signature.',
    choice: 'That of the install, null for the whole store; still signed with the same secret.',
  },
  { id: 'B41', open: 'A test event without an install.', choice: 'Needs a test store: its id and home region.' },
  {
    id: 'B42',
    open: 'Events while payment is pending or the app is suspended.',
    choice: 'Not sent, noted in the log.',
  },
  {
    id: 'B43',
    open: 'Odd embed tokens.',
    choice: 'Split at the last dot; the region may be null, the scope may be absent.',
  },
  {
    id: 'B44',
    open: 'How the admin gets an embed token.',
    choice: "A small JSON answer to the manager's own session.",
  },
  {
    id: 'B45',
    open: 'The messages between admin and panel.',
    choice: 'Flat objects with a type; only between the two origins.',
  },
  { id: 'B46', open: 'From which height a change is counted.', choice: 'The height that is shown.' },
  {
    id: 'B47',
    open: 'Whose clock counts.',
    choice: 'One clock of the emulator, which can be moved.',
    command: 'app emulator clock advance',
  },
  { id: 'B48', open: "The region in a store-wide panel's token.", choice: 'null.' },
  { id: 'B49', open: 'Why a row of a bulk write failed.', choice: 'A message is added; the id is null.' },
  { id: 'B50', open: 'Orders without a region for a token of one region.', choice: 'Listed.' },
  {
    id: 'B51',
    open: 'Which warehouse stock is taken from.',
    choice: "The store's default; new stock goes to the app's own warehouse where there is one.",
  },
  {
    id: 'B52',
    open: "What the registration's topics and webhook address are called.",
    choice: 'webhook_topics and webhook_url.',
  },
  {
    id: 'B53',
    open: 'What the fields of a registration are called.',
    choice: 'As far as the documents name them, exactly so.',
  },
  {
    id: 'B54',
    open: 'A second app in a test store.',
    choice: 'A control operation adds the store to that app too.',
    command: 'app store use',
  },
  { id: 'B55', open: 'A repeated SKU regeneration with a stale digest.', choice: 'The repeat is recognised first.' },
  ...furtherAssumptions,
]

/** Every choice (decisions P4), in the order of the ids. Each endpoint names those that it rests on (`assumed`). */
export const assumptions: readonly Assumption[] = choices.map((choice) => {
  const setting = settingOf(choice.id)
  return setting === undefined ? choice : { ...choice, setting }
})

function settingOf(id: string): string | undefined {
  return Object.entries(settingFacts).find(([, { assumption }]) => assumption === id)?.[0]
}
