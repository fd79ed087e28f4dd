import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry


class Newsletter:
    """The part of an application that talks to the email service."""

    def __init__(self, api_url, api_key, list_id):
        self._list = f"{api_url}/lists/{list_id}"
        self._session = requests.Session()
        self._session.auth = ("any", api_key)
        # Temporary errors and lost responses: a PUT can be repeated.
        retry = Retry(total=3, status_forcelist=[429, 503], allowed_methods=["GET", "PUT"], backoff_factor=0.01)
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=retry))

    def subscribe(self, email, first_name):
        """Subscribes an address that is not on the list, and returns the status of the member."""
        member = {"email_address": email, "status_if_new": "subscribed", "merge_fields": {"FNAME": first_name}}
        answer = self._session.put(f"{self._list}/members/{email}", json=member)
        answer.raise_for_status()
        return answer.json()["status"]

    def count(self):
        """The number of subscribers, up to five minutes old."""
        answer = self._session.get(self._list)
        answer.raise_for_status()
        return answer.json()["stats"]["member_count"]
