/** Providers' terms in words; other terms are split into their parts. */
const words: Readonly<Record<string, string>> = {
  cpuUtilization: 'CPU use',
  memoryUtilization: 'Memory use',
  networkIn: 'Network in',
  networkOut: 'Network out',
  STANDARD_IA: 'Infrequent access',
  ONEZONE_IA: 'Infrequent access, one zone',
  INTELLIGENT_TIERING: 'Automatic',
  GLACIER: 'Archive',
  GLACIER_IR: 'Archive, instant access',
  DEEP_ARCHIVE: 'Deep archive',
  REST: 'REST',
  HTTP: 'HTTP',
  WEBSOCKET: 'WebSocket',
  JWT: 'JWT',
  IAM: 'IAM',
  waf: 'Web firewall',
  cdn: 'CDN',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  pg: 'PostgreSQL',
  xgboost: 'XGBoost',
  pytorch: 'PyTorch',
  tensorflow: 'TensorFlow',
  ipv4: 'IPv4',
  ipv6: 'IPv6',
  dualstack: 'IPv4 and IPv6',
  http2: 'HTTP/2',
  http3: 'HTTP/3',
  awsvpc: 'Own network interface',
  'ml-model': 'Model',
  'ml-service': 'Machine learning',
}

const runtimes: readonly [RegExp, string][] = [
  [/^nodejs(\d+)\.x$/, 'Node.js $1'],
  [/^python(\d[\d.]*)$/, 'Python $1'],
  [/^java(\d+)$/, 'Java $1'],
  [/^ruby(\d[\d.]*)$/, 'Ruby $1'],
  [/^dotnet(\d+)$/, '.NET $1'],
]

/** A provider's spelling in plain words: `dead-letter-queue` is "Dead-letter queue". */
export function inWords(name: string): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined
  if (known !== undefined) return known
  const runtime = runtimes.find(([pattern]) => pattern.test(name))
  if (runtime) return name.replace(...runtime)
  const split = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
    .replace('dead letter', 'dead-letter')
  return split.charAt(0).toUpperCase() + split.slice(1)
}
