/** A bucket of an S3 server, with its credentials. */
export type Bucket = {
  accessKeyId: string
  secretAccessKey: string
  endpoint: string
  bucket: string
  region: string
}

/** Parses `s3://key:secret@host[:port]/bucket[?region=…&tls=off]`; null if invalid. */
export function readObjectsUrl(text: string): Bucket | null {
  const url = URL.parse(text)
  const bucket = url?.pathname.slice(1) ?? ''
  if (url?.protocol !== 's3:' || !url.hostname || !url.username || !url.password) return null
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null
  const protocol = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  try {
    return {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      endpoint: `${protocol}://${url.host}`,
      bucket,
      region: url.searchParams.get('region') ?? 'us-east-1',
    }
  } catch {
    return null
  }
}
