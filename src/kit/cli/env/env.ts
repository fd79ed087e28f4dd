import type { World } from '../../client/world.ts'
import { connectOrThrow } from '../target.ts'
import type { EnvOptions } from './options.ts'

export type Variables = { readonly [name: string]: string }

/** Formats variables so that a shell or file parser reads each value unchanged. Throws if that is impossible. */
export function written(variables: Variables, format: EnvOptions['format']): string {
  if (format === 'json') return JSON.stringify(variables, undefined, 2)
  const lines = Object.entries(variables).map(([name, value]) => {
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(value)) {
      throw new Error(`${name} contains a line break or another character that ${format} cannot express. Use --format json.`)
    }
    return LINES[format](name, value)
  })
  return lines.join('\n')
}

const LINES: { readonly [Format in Exclude<EnvOptions['format'], 'json'>]: (name: string, value: string) => string } = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  // Typographic quotes end a string too.
  powershell: (name, value) => `$env:${name} = '${value.replaceAll(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`,
  cmd: cmdLine,
  dotenv: (name, value) => `${name}=${dotenvValue(name, value)}`,
  github: (name, value) => `${name}=${value}`,
}

/** A line of a batch file. Inside quotes only `%` is special, unless the value contains quotes. */
function cmdLine(name: string, value: string): string {
  if (!value.includes('"')) return `set "${name}=${value.replaceAll('%', '%%')}"`
  return `set ${name}=${value.replaceAll(/["&|<>^()!]/g, '^$&').replaceAll('%', '%%')}`
}

/** Parsers of dotenv files differ in quotes and special characters, so as few as possible are used. */
function dotenvValue(name: string, value: string): string {
  if (/^[\w:/.,@%+~?&=-]*$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["$`\\]/.test(value)) return `"${value}"`
  throw new Error(`${name} contains characters that parsers of dotenv files disagree on. Use another --format.`)
}

type Place = Pick<World, 'baseUrl' | 'apiKey'>

/**
 * A few lines that connect a client in a language to a world: its usual HTTP client, and SDKs generated from an OpenAPI document.
 */
export function snippetFor(language: NonNullable<EnvOptions['for']>, place: Place): string {
  const api = `${place.baseUrl}/3.0`
  const odd = [api, place.apiKey].find((each) => !PLAIN.test(each))
  if (odd !== undefined) {
    throw new Error(`${JSON.stringify(odd)} contains characters that not every language takes literally. Use --format json.`)
  }
  return SNIPPETS[language]({ api, key: place.apiKey })
}

/** Characters without a special meaning in the quotes of any of these languages. */
const PLAIN = /^[\w:/.,@%+~?&=[\]-]*$/

const SNIPPETS: { readonly [Language in NonNullable<EnvOptions['for']>]: (at: { api: string; key: string }) => string } = {
  node: ({ api, key }) => `// fetch
const response = await fetch('${api}/lists', { headers: { authorization: 'Bearer ${key}' } })
console.log(await response.json())

// axios
// const client = axios.create({ baseURL: '${api}', auth: { username: 'any', password: '${key}' } })

// an SDK generated from OpenAPI
// const configuration = new Configuration({ basePath: '${api}', username: 'any', password: '${key}' })`,

  python: ({ api, key }) => `import requests

session = requests.Session()
session.auth = ("any", "${key}")
print(session.get("${api}/lists").json())

# an SDK generated from OpenAPI
# configuration = Configuration(host="${api}", username="any", password="${key}")`,

  ruby: ({ api, key }) => `require "faraday"

client = Faraday.new(url: "${api}/") do |connection|
  connection.request :authorization, :basic, "any", "${key}"
  connection.response :json
end
puts client.get("lists").body

# an SDK generated from OpenAPI
# configuration.server_index = nil
# configuration.scheme, configuration.host, configuration.base_path = ${parts(api)}
# configuration.username, configuration.password = "any", "${key}"`,

  php: ({ api, key }) => `<?php
require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client(['base_uri' => '${api}/', 'auth' => ['any', '${key}']]);
echo $client->get('lists')->getBody();

// an SDK generated from OpenAPI
// $configuration->setHost('${api}')->setUsername('any')->setPassword('${key}');`,

  go: ({ api, key }) => `package main

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
}

// an SDK generated from OpenAPI
// configuration.Servers = ServerConfigurations{{URL: "${api}"}}`,

  java: ({ api, key }) => `import java.net.URI;
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
}

// an SDK generated from OpenAPI
// new ApiClient().setBasePath("${api}")`,

  csharp: ({ api, key }) => `using System.Net.Http;
using System.Net.Http.Headers;

var client = new HttpClient { BaseAddress = new Uri("${api}/") };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "${key}");
Console.WriteLine(await client.GetStringAsync("lists"));

// an SDK generated from OpenAPI
// new Configuration { BasePath = "${api}", Username = "any", Password = "${key}" }`,

  curl: ({ api, key }) => `curl -sS -u 'any:${key}' '${api}/lists'`,
}

/** Scheme, host and path of an address, as Ruby takes them. */
function parts(api: string): string {
  const { protocol, host, pathname } = new URL(api)
  return `"${protocol.slice(0, -1)}", "${host}", "${pathname}"`
}

/** Prints the variables or the code that connects an application to a world of a running server. */
export async function env(options: EnvOptions): Promise<void> {
  const { worlds } = await connectOrThrow(options)
  const world = await worlds.get(options.world)
  console.log(options.for === undefined ? written(world.variables, options.format) : snippetFor(options.for, world))
}
