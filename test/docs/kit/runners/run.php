<?php
use function Platform\{call, exchange, verifyEmbedToken, verifyWebhook};

require 'verify.php';
require 'call.php';

$given = json_decode(stream_get_contents(STDIN), true);

$webhook = function (array $case): ?string {
    $values = fn (string $name) => array_column(
        array_filter($case['headers'], fn (array $header) => strcasecmp($header[0], $name) === 0), 1);
    return verifyWebhook($case['secret'], $values, base64_decode($case['body']), $case['now']);
};
$token = function (array $case) {
    [$claims, $reason] = verifyEmbedToken($case['secret'], $case['appKey'], $case['token'], $case['now']);
    return $reason ?? array_values($claims);
};
$install = function (array $app): array {
    $grant = exchange($app['baseUrl'], $app['clientId'], $app['clientSecret'], $app['code']);
    $orders = call($app['baseUrl'], $grant['access_token'], '/orders', $grant['region_id'] ?? $app['regionId']);
    return [$grant['store_id'], $grant['region_id'], $orders['totalCount']];
};

echo json_encode([
    'webhooks' => array_map($webhook, $given['webhooks']),
    'tokens' => array_map($token, $given['tokens']),
    'installs' => array_map($install, $given['installs']),
]);
