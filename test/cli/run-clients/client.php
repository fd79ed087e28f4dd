<?php
// PHP: curl, if it has it, and streams, each with the host built in.
const URL = 'https://us1.api.example.com/3.0/ping?apikey=any-us1';
if (function_exists('curl_init')) {
    $curl = curl_init(URL);
    curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
    curl_exec($curl);
    echo 'curl ', curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n";
}
file_get_contents(URL);
echo 'streams ', explode(' ', $http_response_header[0])[1], "\n";
