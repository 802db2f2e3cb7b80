import base64
import json
import sys

from call import call, exchange
from verify import verify_embed_token, verify_webhook

given = json.load(sys.stdin)


def webhook(case):
    values = lambda name: [value for key, value in case["headers"] if key.lower() == name.lower()]
    return verify_webhook(case["secret"], values, base64.b64decode(case["body"]), case["now"])


def token(case):
    claims, reason = verify_embed_token(case["secret"], case["appKey"], case["token"], case["now"])
    return reason or [claims["store_id"], claims["region_id"], claims["scope"]]


def install(app):
    grant = exchange(app["baseUrl"], app["clientId"], app["clientSecret"], app["code"])
    orders = call(app["baseUrl"], grant["access_token"], "/orders", grant["region_id"] or app["regionId"])
    return [grant["store_id"], grant["region_id"], orders["totalCount"]]


print(json.dumps({
    "webhooks": [webhook(case) for case in given["webhooks"]],
    "tokens": [token(case) for case in given["tokens"]],
    "installs": [install(app) for app in given["installs"]],
}))
