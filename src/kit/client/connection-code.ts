/** A client of a language, and the lines that connect it to a world. */
interface ConnectionCode {
  readonly client: string
  readonly code: string
}

/** A language: its name, and its clients: the usual HTTP client first, SDKs generated from an OpenAPI document last. */
interface Language {
  readonly title: string
  readonly clients: (at: { readonly api: string; readonly key: string }) => readonly ConnectionCode[]
}

const GENERATED = 'an SDK generated from OpenAPI'

const LANGUAGES = {
  node: {
    title: 'Node',
    clients: ({ api, key }) => [
      {
        client: 'fetch',
        code: `const response = await fetch('${api}/lists', { headers: { authorization: 'Bearer ${key}' } })
console.log(await response.json())`,
      },
      {
        client: 'axios',
        code: `const client = axios.create({ baseURL: '${api}', auth: { username: 'any', password: '${key}' } })`,
      },
      {
        client: GENERATED,
        code: `const configuration = new Configuration({ basePath: '${api}', username: 'any', password: '${key}' })`,
      },
    ],
  },
  python: {
    title: 'Python',
    clients: ({ api, key }) => [
      {
        client: 'requests',
        code: `import requests

session = requests.Session()
session.auth = ("any", "${key}")
print(session.get("${api}/lists").json())`,
      },
      { client: GENERATED, code: `configuration = Configuration(host="${api}", username="any", password="${key}")` },
    ],
  },
  ruby: {
    title: 'Ruby',
    clients: ({ api, key }) => [
      {
        client: 'Faraday',
        code: `require "faraday"

client = Faraday.new(url: "${api}/") do |connection|
  connection.request :authorization, :basic, "any", "${key}"
  connection.response :json
end
puts client.get("lists").body`,
      },
      {
        client: GENERATED,
        code: `configuration.server_index = nil
configuration.scheme, configuration.host, configuration.base_path = ${parts(api)}
configuration.username, configuration.password = "any", "${key}"`,
      },
    ],
  },
  php: {
    title: 'PHP',
    clients: ({ api, key }) => [
      {
        client: 'Guzzle',
        code: `<?php
require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client(['base_uri' => '${api}/', 'auth' => ['any', '${key}']]);
echo $client->get('lists')->getBody();`,
      },
      { client: GENERATED, code: `$configuration->setHost('${api}')->setUsername('any')->setPassword('${key}');` },
    ],
  },
  go: {
    title: 'Go',
    clients: ({ api, key }) => [
      {
        client: 'net/http',
        code: `package main

import (
	"fmt"
	"io"
	"net/http"
)

func main() {
	request, err := http.NewRequest("GET", "${api}/lists", nil)
	if err != nil {
		panic(err)
	}
	request.SetBasicAuth("any", "${key}")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(body))
}`,
      },
      { client: GENERATED, code: `configuration.Servers = ServerConfigurations{{URL: "${api}"}}` },
    ],
  },
  java: {
    title: 'Java',
    clients: ({ api, key }) => [
      {
        client: 'java.net.http',
        code: `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

class Lists {
  public static void main(String[] arguments) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("${api}/lists"))
        .header("Authorization", "Bearer ${key}")
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.body());
  }
}`,
      },
      { client: GENERATED, code: `new ApiClient().setBasePath("${api}")` },
    ],
  },
  csharp: {
    title: 'C#',
    clients: ({ api, key }) => [
      {
        client: 'HttpClient',
        code: `using System.Net.Http;
using System.Net.Http.Headers;

var client = new HttpClient { BaseAddress = new Uri("${api}/") };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "${key}");
Console.WriteLine(await client.GetStringAsync("lists"));`,
      },
      { client: GENERATED, code: `new Configuration { BasePath = "${api}", Username = "any", Password = "${key}" }` },
    ],
  },
  curl: {
    title: 'curl',
    clients: ({ api, key }) => [{ client: 'curl', code: `curl -sS -u 'any:${key}' '${api}/lists'` }],
  },
} satisfies Readonly<Record<string, Language>>

export type ConnectionLanguage = keyof typeof LANGUAGES

/** The languages with code, by name. */
export const CONNECTION_LANGUAGES: Readonly<Record<ConnectionLanguage, Language>> = LANGUAGES

/** The address and the key of a world. */
interface WorldAddress {
  readonly baseUrl: string
  readonly apiKey: string
}

/** Characters without a special meaning in the quotes of any of these languages. */
const PLAIN = /^[\w:/.,@%+~?&=[\]-]*$/

/** The clients of a language, each with the lines that connect it to a world. Throws if an address or a key can't be written in every language. */
export function connectionCode(language: ConnectionLanguage, { baseUrl, apiKey }: WorldAddress): readonly ConnectionCode[] {
  const api = `${baseUrl}/3.0`
  const odd = [api, apiKey].find((each) => !PLAIN.test(each))
  if (odd !== undefined) {
    throw new Error(`${JSON.stringify(odd)} contains characters that not every language takes literally.`)
  }
  return LANGUAGES[language].clients({ api, key: apiKey })
}

/** Scheme, host and path of an address, as Ruby takes them. */
function parts(api: string): string {
  const { protocol, host, pathname } = new URL(api)
  return `"${protocol.slice(0, -1)}", "${host}", "${pathname}"`
}
