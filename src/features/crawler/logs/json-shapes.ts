/** Field names in the JSON lines of one source. The first name with a value counts. */
export interface JsonShape {
  time: readonly string[]
  userAgent: readonly string[]
  address: readonly string[]
  host: readonly string[]
  /** Path and query, or a whole URL. */
  target: readonly string[]
  query: readonly string[]
  /** The method, or a whole request line. */
  request: readonly string[]
  status: readonly string[]
  bytes: readonly string[]
  referrer: readonly string[]
  /** Names unique to this source, used to detect it. */
  marks: readonly string[]
  /** Lines without this field are not requests … */
  needs?: string
  /** … nor are lines whose kind, if present, is not listed. */
  kinds?: { name: string; of: readonly string[] }
  /** Request id. Of several lines for a request, only the first counts. */
  requestId?: string
  /** Whether texts are additionally percent-encoded. */
  isEncoded?: true
}

/** Logpush HTTP requests: developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests */
const cloudflare: JsonShape = {
  time: ['EdgeStartTimestamp', 'EdgeEndTimestamp'],
  userAgent: ['ClientRequestUserAgent'],
  address: ['ClientIP'],
  host: ['ClientRequestHost'],
  target: ['ClientRequestURI', 'ClientRequestPath'],
  query: [],
  request: ['ClientRequestMethod'],
  status: ['EdgeResponseStatus'],
  bytes: ['EdgeResponseBytes', 'EdgeResponseBodyBytes'],
  referrer: ['ClientRequestReferer'],
  marks: ['EdgeStartTimestamp', 'EdgeEndTimestamp', 'ClientRequestURI', 'ClientRequestUserAgent', 'RayID'],
}

/** Standard logging (v2) in JSON: docs.aws.amazon.com/AmazonCloudFront, "Standard logging reference" */
const cloudfront: JsonShape = {
  time: ['timestamp(ms)', 'timestamp'],
  userAgent: ['cs(User-Agent)'],
  address: ['c-ip'],
  host: ['x-host-header', 'cs(Host)'],
  target: ['cs-uri-stem'],
  query: ['cs-uri-query'],
  request: ['cs-method'],
  status: ['sc-status'],
  bytes: ['sc-bytes'],
  referrer: ['cs(Referer)'],
  marks: ['x-edge-location', 'x-edge-request-id', 'x-edge-result-type', 'x-host-header'],
  isEncoded: true,
}

/** Log drains: vercel.com/docs/drains/reference/logs. Builds have no `proxy`; functions write one line per message. */
const vercel: JsonShape = {
  time: ['proxy.timestamp', 'timestamp'],
  userAgent: ['proxy.userAgent'],
  address: ['proxy.clientIp'],
  host: ['proxy.host', 'host'],
  target: ['proxy.path', 'path'],
  query: [],
  request: ['proxy.method'],
  status: ['proxy.statusCode', 'statusCode'],
  bytes: ['proxy.responseByteSize'],
  referrer: ['proxy.referer'],
  marks: ['proxy.userAgent', 'proxy.clientIp', 'deploymentId'],
  needs: 'proxy',
  requestId: 'requestId',
}

/** Log drains: docs.netlify.com/manage/monitoring/log-drains. Functions, deploys and firewalls have other kinds. */
const netlify: JsonShape = {
  time: ['timestamp'],
  userAgent: ['user_agent'],
  address: ['client_ip'],
  host: ['host', 'domain'],
  target: ['url', 'path'],
  query: [],
  request: ['method'],
  status: ['status_code'],
  bytes: ['response_size'],
  referrer: ['referrer'],
  marks: ['log_type', 'deploy_id', 'site_id'],
  kinds: { name: 'log_type', of: ['traffic', 'user_traffic'] },
}

/** Field names are configurable; these are from Fastly's examples: fastly.com/documentation, "Log streaming". */
const fastly: JsonShape = {
  time: ['timestamp', 'time_start', 'start_time', 'time', 'time_end'],
  userAgent: ['request_user_agent', 'user_agent', 'req_header_user_agent', 'ua'],
  address: ['client_ip', 'fastly_client_ip', 'clientip', 'ip'],
  host: ['host', 'orig_host', 'request_host', 'origin_host', 'domain'],
  target: ['url', 'request_url', 'uri', 'path'],
  query: ['query', 'query_string'],
  request: ['request_method', 'request', 'method', 'req_method'],
  status: ['response_status', 'status', 'resp_status', 'status_code'],
  bytes: ['response_body_size', 'resp_body_size', 'response_size', 'bytes', 'resp_body_bytes_written'],
  referrer: ['request_referer', 'referer', 'request_referrer', 'referrer'],
  marks: ['request_user_agent', 'fastly_server', 'fastly_is_edge', 'service_id', 'fastly_info'],
}

/** Generic JSON: common field names of web servers, proxies and loggers, including Caddy and Traefik. */
const json: JsonShape = {
  time: [
    'ts',
    'timestamp',
    'time',
    '@timestamp',
    'time_iso8601',
    'time_local',
    'datetime',
    'date',
    'StartUTC',
  ],
  userAgent: [
    ...['user_agent', 'userAgent', 'useragent', 'user-agent', 'User-Agent', 'http_user_agent', 'agent', 'ua'],
    ...['request_user_agent', 'user_agent.original', 'request.headers.User-Agent', 'request_User-Agent'],
  ],
  address: [
    ...[
      'ip',
      'client_ip',
      'clientIp',
      'clientIP',
      'client',
      'remote_addr',
      'remote_ip',
      'address',
      'remoteAddress',
    ],
    ...['client.ip', 'source.ip', 'request.client_ip', 'request.remote_ip', 'ClientHost'],
  ],
  host: [
    'host',
    'domain',
    'http_host',
    'vhost',
    'server_name',
    'hostname',
    'request.host',
    'url.domain',
    'RequestHost',
  ],
  target: [
    ...[
      'path',
      'request_uri',
      'uri',
      'url',
      'request_path',
      'requestPath',
      'request.uri',
      'url.original',
      'url.path',
    ],
    'RequestPath',
  ],
  query: ['query', 'query_string', 'queryString', 'args', 'url.query'],
  request: ['method', 'request_method', 'http_method', 'verb', 'request.method', 'request', 'RequestMethod'],
  status: [
    ...[
      'status',
      'status_code',
      'statusCode',
      'response_status',
      'response.status',
      'http.response.status_code',
    ],
    'DownstreamStatus',
  ],
  bytes: ['bytes', 'size', 'bytes_sent', 'body_bytes_sent', 'response_size', 'DownstreamContentSize'],
  referrer: [
    ...['referrer', 'referer', 'http_referer', 'http_referrer', 'Referer', 'request_referer'],
    ...['request.headers.Referer', 'http.request.referrer', 'request_Referer'],
  ],
  marks: [],
}

/** The JSON formats. CloudFront also writes tab-separated lines. */
export const jsonShapes = { cloudflare, cloudfront, vercel, netlify, fastly, json } as const
