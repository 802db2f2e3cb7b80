import type { Check } from '../../check.ts'
import { findings } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { openPanel } from '../../panel/panel.ts'
import { regionNames, storeNames } from '../../panel/store-names.ts'

export const identity: Check = {
  id: 'embed.identity',
  title: 'Without a token, a store in the URL, headers or cookies does not open the panel',
  rules: ['EMB-057', 'EMB-119'],
  needs: ['embed.missing'],
  run: async (harness) => {
    const place = await harness.installedPlace()
    const { store, region } = place
    const [storeId, regionId] = [String(store.id), String(region.id)]
    const query = {
      ...Object.fromEntries(storeNames.map((name) => [name, storeId])),
      ...Object.fromEntries(regionNames.map((name) => [name, regionId])),
      storeCode: store.code,
      store_code: store.code,
      host: store.domain,
    }
    const headers = [
      ['X-Service-Store', storeId],
      ['X-Store-Id', storeId],
      ['X-Region-Id', regionId],
      ['Referer', `${harness.adminUrl}/admin/plugins/manage/${harness.config.key}`],
    ] as const
    const cookie = [
      'Cookie',
      [...storeNames.map((name) => `${name}=${storeId}`), ...regionNames.map((name) => `${name}=${regionId}`)].join(
        '; ',
      ),
    ] as const
    const tries = await Promise.all([
      openPanel(harness, place, { token: null, query }),
      openPanel(harness, place, { token: null, headers }),
      openPanel(harness, place, { token: null, headers: [cookie] }),
    ])
    const open = tries.filter(({ isOpen }) => isOpen).map(({ page, shown }) => pageEvidence(page, shown))
    return findings(open, {
      severity: 'error',
      title: 'The panel opens without a token when the URL, headers or cookies specify a store',
      why: "Store ids are small numbers, so anyone can send another store's id.",
      remedy: 'Take the store and region only from a verified token or from your own signed session.',
    })
  },
}
