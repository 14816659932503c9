// A slow line is no dead one: Bun would cut a transfer that is silent for ten seconds.
const transferSeconds = 60
const transfers = /^https?:\/\/[^/]+\/(api\/files(\/[^?]+\/content|\/archive)?($|\?)|s\/)/
// A whole archive is read and compared before its first byte leaves; the most that Bun allows.
const archiveSeconds = 255
const archives = /^https?:\/\/[^/]+\/api\/backups\/[^/?]+\/download($|\?)/
const streams = /^https?:\/\/[^/]+\/api\/(dev\/)?events($|\?)/

/**
 * How many seconds the line of a request may be silent, 0 for as long as it likes; `null` for what everybody is given (10 s).
 * It is decided by the address alone: what a stranger says of a request must not keep a line open.
 */
export function idleSecondsOf({ method, url }: Pick<Request, 'method' | 'url'>): number | null {
  // The portal speaks by itself every eight seconds, and ends the stream with its session.
  if (method === 'GET' && streams.test(url)) return 0
  if (archives.test(url)) return archiveSeconds
  return transfers.test(url) ? transferSeconds : null
}
