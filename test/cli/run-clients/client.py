# Python: requests, httpx and urllib, each with the host built in.
import urllib.request

import httpx
import requests

HEADERS = {"authorization": "Bearer any-us1"}
URL = "https://us1.api.example.com/3.0/ping"
print("requests", requests.get(URL, headers=HEADERS).status_code)
print("httpx", httpx.get(URL, headers=HEADERS).status_code)
print("urllib", urllib.request.urlopen(urllib.request.Request(URL, headers=HEADERS)).status)
