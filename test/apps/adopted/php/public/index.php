<?php

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
http_response_code(match ($path) {
    '/' => 200,
    '/carts' => 201,
    default => 404,
});
echo 'Acme shop';
