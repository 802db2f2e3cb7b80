require_relative 'call'
require_relative 'verify'

given = JSON.parse($stdin.read)

webhooks = given['webhooks'].map do |one|
  values = ->(name) { one['headers'].select { |key, _| key.casecmp?(name) }.map(&:last) }
  Platform.verify_webhook(one['secret'], values, one['body'].unpack1('m'), one['now'])
end
tokens = given['tokens'].map do |one|
  claims, reason = Platform.verify_embed_token(one['secret'], one['appKey'], one['token'], one['now'])
  reason || claims.values
end
installs = given['installs'].map do |app|
  grant = Platform.exchange(app['baseUrl'], app['clientId'], app['clientSecret'], app['code'])
  orders = Platform.call(app['baseUrl'], grant['access_token'], '/orders', grant['region_id'] || app['regionId'])
  [grant['store_id'], grant['region_id'], orders['totalCount']]
end

puts JSON.generate(webhooks: webhooks, tokens: tokens, installs: installs)
