package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"example.com/app/platform"
)

type given struct {
	Webhooks []struct {
		Secret  string
		Headers [][2]string
		Body    []byte
		Now     int64
	}
	Tokens []struct {
		Secret, AppKey, Token string
		Now                   int64
	}
	Installs []struct{ BaseURL, ClientID, ClientSecret, Code, RegionID string }
}

func main() {
	var input given
	must(json.NewDecoder(os.Stdin).Decode(&input))
	webhooks, tokens, installs := []any{}, []any{}, []any{}
	for _, one := range input.Webhooks {
		header := http.Header{}
		for _, pair := range one.Headers {
			header.Add(pair[0], pair[1])
		}
		if reason := platform.VerifyWebhook(one.Secret, header, one.Body, one.Now); reason != "" {
			webhooks = append(webhooks, reason)
		} else {
			webhooks = append(webhooks, nil)
		}
	}
	for _, one := range input.Tokens {
		claims, reason := platform.VerifyEmbedToken(one.Secret, one.AppKey, one.Token, one.Now)
		switch {
		case reason != "":
			tokens = append(tokens, reason)
		case claims.Scope == "":
			tokens = append(tokens, []any{claims.StoreID, claims.RegionID, nil})
		default:
			tokens = append(tokens, []any{claims.StoreID, claims.RegionID, claims.Scope})
		}
	}
	for _, app := range input.Installs {
		grant, err := platform.Exchange(app.BaseURL, app.ClientID, app.ClientSecret, app.Code)
		must(err)
		region := app.RegionID
		if grant["region_id"] != nil {
			region = fmt.Sprint(grant["region_id"])
		}
		orders, err := platform.Call(app.BaseURL, grant["access_token"].(string), "/orders", region)
		must(err)
		installs = append(installs, []any{grant["store_id"], grant["region_id"], orders["totalCount"]})
	}
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{"webhooks": webhooks, "tokens": tokens, "installs": installs}))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
