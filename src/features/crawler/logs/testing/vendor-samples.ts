/**
 * Lines of logs as in the documentation of their vendors, with the agent of a bot where the example has a browser.
 * Addresses and names are the examples' own.
 */
export const vendorSamples = {
  alb: [
    'h2 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 10.0.1.252:48160 10.0.0.66:9000 0.000 0.002 0.000 200 200 5 257 "GET https://10.0.2.105:773/a%20b?page=2 HTTP/2.0" "Mozilla/5.0 (compatible; GPTBot/1.2; \\x22x\\x22)" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337327-72bd00b0343d75b906739c42" "shop.example.com" "session-reused" 1 2018-07-02T22:22:48.364000Z "redirect" "https://example.com:80/" "-" "10.0.0.66:9000" "200" "-" "-" TID_1234abcd5678ef90',
  ],
  s3: [
    '79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be amzn-s3-demo-bucket1 [06/Feb/2019:00:00:38 +0000] 192.0.2.3 - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT a%20b "GET /a%20b?page=2 HTTP/1.1" 200 - 113 113 7 - "https://example.com/" "Mozilla/5.0 (compatible; GPTBot/1.2)" - s9lzHYrFp76ZVxRcpX9+5cjAnEH2ROuNkd2BHfIa6UkFVdtjf5mKR3/eTPFvsiP/XV/VLi31234= - ECDHE-RSA-AES128-GCM-SHA256 - shop.example.com TLSV1.2 arn:aws:s3:us-west-1:123456789012:accesspoint/example-AP Yes us-east-1',
  ],
  'cloudfront-realtime': [
    [
      ...['1600369240.559', '192.0.2.100', '0.002', '200', '1391', 'GET', 'https', 'd111.cloudfront.net'],
      ...['/a%2520b', '48', 'HIO50-C1', 'Lsk7Ow3Q==', 'shop.example.com', '0.003', 'HTTP/2.0', 'IPv4'],
      ...['Mozilla/5.0%20(compatible;%20GPTBot/1.2)', 'https://example.com/', '-', 'page=2', 'Hit', '-'],
      ...['TLSv1.2', 'ECDHE-RSA-AES128-GCM-SHA256', 'Hit', '-', '-', 'text/html', '1391', '-', '-', '21234'],
    ].join('\t'),
  ],
  akamai: [
    '{"version":"1","cp":"123456","reqId":"1239f220","reqTimeSec":"1573840000.250","bytes":"4995","cliIP":"128.147.28.68","statusCode":"206","proto":"HTTPS","reqHost":"test.hostname.net","reqMethod":"GET","reqPath":"/path1/a%20b","reqPort":"443","rspContentLen":"5000","rspContentType":"text/html","UA":"Mozilla%2F5.0+%28compatible%3B+GPTBot%2F1.2%3B+%2Bhttps%3A%2F%2Fopenai.com%2Fgptbot%29","totalBytes":"5300","queryStr":"cmp=12","referer":"https%3A%2F%2Ftest.referrer.com%2Fa","cacheStatus":"1"}',
  ],
  gcp: [
    '{"httpRequest":{"latency":"0.012s","referer":"https://example.com/","remoteIp":"192.0.2.8","requestMethod":"GET","requestSize":"220","requestUrl":"https://shop.example.com/a%20b?page=2","responseSize":"11723","serverIp":"10.1.0.4","status":200,"userAgent":"Mozilla/5.0 (compatible; GPTBot/1.2)"},"insertId":"1w2qlog","jsonPayload":{"@type":"type.googleapis.com/google.cloud.loadbalancing.type.LoadBalancerLogEntry","statusDetails":"response_sent_by_backend"},"logName":"projects/p/logs/requests","receiveTimestamp":"2026-03-01T12:30:16.1Z","resource":{"type":"http_load_balancer"},"severity":"INFO","timestamp":"2026-03-01T12:30:15.000Z"}',
  ],
  azure: [
    '{"time":"2026-03-01T12:30:15.0000000Z","resourceId":"/SUBSCRIPTIONS/S/PROVIDERS/MICROSOFT.CDN/PROFILES/P","category":"FrontDoorAccessLog","operationName":"Microsoft.Cdn/Profiles/AccessLog/Write","properties":{"trackingReference":"0Q8d0W","httpMethod":"GET","httpVersion":"2.0.0.0","requestUri":"https://shop.example.com:443/a%20b?page=2","requestBytes":"1247","responseBytes":"5120","userAgent":"Mozilla/5.0 (compatible; GPTBot/1.2)","clientIp":"192.0.2.9","clientPort":"4711","socketIp":"10.0.0.9","timeTaken":"0.05","endpoint":"e.azurefd.net","hostName":"shop.example.com","httpStatusCode":"200","pop":"FRA","cacheStatus":"MISS","referer":"https://example.com/"}}',
  ],
  bunny: [
    'HIT|200|1507167062421|412|390|163.172.53.229|https://example.com/|https://shop.b-cdn.net/a%20b?page=2|WA|Mozilla/5.0 (compatible; GPTBot/1.2)|322b688bd63fb63f2babe9de96a5d262|DE',
  ],
  envoy: [
    '[2016-04-15T20:17:00.310Z] "GET /a%20b?page=2 HTTP/2" 204 - 154 12 226 100 "198.51.100.7,10.0.35.28" "Mozilla/5.0 (compatible; GPTBot/1.2)" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "shop.example.com:443" "tcp://10.0.2.1:80"',
  ],
  haproxy: [
    'Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example.com|Mozilla/5.0 (compatible; GPTBot/1.2)|https://example.com/} {} "GET /a%20b?page=2 HTTP/1.1"',
  ],
} satisfies Record<string, string[]>
